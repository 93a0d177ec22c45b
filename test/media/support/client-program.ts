import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { until } from '../../support/until.js';

/** A program's message; its fields depend on the event. */
export interface ProgramEvent {
  readonly event: 'offer' | 'candidate' | 'state' | 'pcm' | 'packet';
  readonly sdp?: string;
  readonly candidate?: string;
  readonly state?: string;
  /** Base64 of 16-bit PCM: mono, 48 kHz. */
  readonly samples?: string;
  /** Base64 of an RTP packet. */
  readonly packet?: string;
}

/** How to start one of the callers in test/media/clients. */
export interface ProgramCommand {
  readonly file: string;
  readonly args: readonly string[];
}

export interface OfferOptions {
  /** Fresh ICE credentials. */
  readonly restart?: boolean;
  /** Do not wait for the candidates. */
  readonly trickle?: boolean;
  /** Do not wait for the media to be known, either. */
  readonly early?: boolean;
}

/** A caller in its own process using another WebRTC library, driven by lines of JSON. */
export class ClientProgram {
  readonly candidates: string[] = [];
  connectionState = 'new';
  private readonly process: ChildProcess;
  private readonly offers: string[] = [];
  private complaints = '';

  /** @param onAudio takes the events `pcm` or `packet`, whichever the program gives. */
  constructor({ file, args }: ProgramCommand, onAudio: (event: ProgramEvent) => void) {
    this.process = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    this.process.stderr?.on('data', (chunk: Buffer) => (this.complaints += chunk.toString()));
    // Writing to an exited program is no error here; waiting calls report its exit.
    this.process.stdin?.on('error', () => undefined);
    const { stdout } = this.process;
    if (!stdout) throw new Error('The program has no output');
    createInterface({ input: stdout }).on('line', (line) => {
      const event = JSON.parse(line) as ProgramEvent;
      if (event.event === 'offer') this.offers.push(event.sdp ?? '');
      else if (event.event === 'candidate') this.candidates.push(event.candidate ?? '');
      else if (event.event === 'state') this.connectionState = event.state ?? '';
      else onAudio(event);
    });
  }

  async createOffer(options: OfferOptions = {}): Promise<string> {
    const seen = this.offers.length;
    this.send({ do: 'offer', ...options });
    return until('the program makes an offer', () => this.alive() && this.offers[seen], 20_000);
  }

  acceptAnswer(sdp: string): void {
    this.send({ do: 'answer', sdp });
  }

  /** Gives the program audio to send in its own format. */
  send(command: object): void {
    this.process.stdin?.write(`${JSON.stringify(command)}\n`);
  }

  /** Hangs up, or kills a program that does not. */
  async close(): Promise<void> {
    if (this.process.exitCode !== null) return;
    const exited = new Promise((resolve) => this.process.once('exit', resolve));
    this.send({ do: 'close' });
    const timer = setTimeout(() => this.process.kill('SIGKILL'), 5_000);
    await exited;
    clearTimeout(timer);
  }

  private alive(): true {
    if (this.process.exitCode !== null) throw new Error(`The program ended: ${this.complaints}`);
    return true;
  }
}
