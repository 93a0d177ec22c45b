import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { concat } from '../../support/audio.js';
import { freePort } from '../../support/free-port.js';
import { ownAddress } from '../../support/own-address.js';
import { until } from '../../support/until.js';
import { resample } from '../../stand-ins/audio/pcm.js';
import { readWav, type Wav, writeWav } from './wav.js';

export interface BaresipOptions {
  readonly transport: 'udp' | 'tcp' | 'tls';
  readonly codec: 'pcmu' | 'pcma' | 'opus';
  /** Its credentials when challenged. */
  readonly login?: { readonly username: string; readonly password: string };
  /** Answers calls on this UDP and TCP port. */
  readonly answersOn?: number;
  /** SRTP with SDES keys. */
  readonly encrypts?: boolean;
  /** Its user name for incoming calls. */
  readonly user?: string;
  /** Speech at the start of each call, mono at 16 kHz; silence by default. */
  readonly says?: Int16Array;
}

interface BaresipEvent {
  readonly type?: string;
  readonly param?: string;
}

/** Names with one channel (opus_stereo); an unknown name enables all codecs, G.711 first. */
const CODECS = { pcmu: 'pcmu', pcma: 'pcma', opus: 'opus/48000/1' } as const;
/** Debian uses a folder per architecture. */
const MODULES = '/usr/lib/baresip/modules';
/** A call ends with its file, so files continue with silence. */
const SILENCE_SECONDS = 90;
/** Silence packets keep the line open; speech produces far more. */
const QUIET_MS = 900;
const LEAST_SPEECH_MS = 700;

/** The softphone baresip, an independent implementation: a caller with voice and recognition. */
export class Baresip {
  readonly events: BaresipEvent[] = [];
  private buffered = Buffer.alloc(0);
  private output = '';

  private constructor(
    private readonly program: ChildProcess,
    private readonly folder: string,
    private readonly rateHz: number,
    private readonly control: net.Socket,
  ) {
    control.on('error', () => undefined);
    control.on('data', (data: Buffer) => this.take(data));
    const keep = (data: Buffer) => (this.output = (this.output + data.toString()).slice(-20_000));
    program.stdout?.on('data', keep);
    program.stderr?.on('data', keep);
  }

  static async start(options: BaresipOptions): Promise<Baresip> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-baresip-'));
    const rateHz = options.codec === 'opus' ? 48_000 : 8_000;
    const controlPort = await freePort();
    await mkdir(path.join(folder, 'heard'));
    const says = resample(options.says ?? new Int16Array(0), 16_000, rateHz);
    await writeFile(path.join(folder, 'first-words.wav'), silenceAround(says, rateHz));
    await writeFile(
      path.join(folder, 'config'),
      configText(folder, rateHz, controlPort, options.answersOn ?? 0),
    );
    await writeFile(path.join(folder, 'accounts'), accountText(options));
    await writeFile(path.join(folder, 'contacts'), '');
    const program = spawn('baresip', ['-f', folder], { stdio: ['ignore', 'pipe', 'pipe'] });
    const control = await until('baresip listens', () => connect(controlPort));
    return new Baresip(program, folder, rateHz, control);
  }

  /** Its last output, for failing tests. */
  get log(): string {
    return this.output;
  }

  command(command: string, params = ''): void {
    const text = JSON.stringify({ command, params });
    this.control.write(`${Buffer.byteLength(text)}:${text},`);
  }

  async call(uri: string): Promise<void> {
    this.command('dial', uri);
    await until(`the call stands\n${this.output}`, () => this.has('CALL_ESTABLISHED'));
  }

  has(type: string): boolean {
    return this.events.some((event) => event.type === type);
  }

  /** Speaks; samples are mono at 16 kHz. */
  async speak(samples: Int16Array): Promise<void> {
    const file = path.join(this.folder, `say-${this.events.length}.wav`);
    await writeFile(file, silenceAround(resample(samples, 16_000, this.rateHz), this.rateHz));
    this.command('ausrc', `aufile,${file}`);
  }

  /** Audio received so far, in ms. */
  async heardMs(): Promise<number> {
    const bytes = (await this.recordings()).reduce((sum, file) => sum + statSync(file).size, 0);
    return (bytes / 2 / this.rateHz) * 1_000;
  }

  /** Waits until the peer has spoken and finished. */
  async listen(sinceMs: number): Promise<void> {
    let [lastMs, lastAt] = [sinceMs, performance.now()];
    await until(
      'the agent was heard and has finished',
      async () => {
        const nowMs = await this.heardMs();
        if (nowMs - lastMs > 60) [lastMs, lastAt] = [nowMs, performance.now()];
        return lastMs - sinceMs > LEAST_SPEECH_MS && performance.now() - lastAt > QUIET_MS;
      },
      30_000,
    );
  }

  /** All received audio without pauses. */
  async heard(): Promise<Wav> {
    const parts = await Promise.all(
      (await this.recordings()).map(async (file) => readWav(await readFile(file))),
    );
    if (parts.length === 0) throw new Error(`nothing was heard\n${this.output}`);
    return { samples: concat(parts.map(({ samples }) => samples)), sampleRateHz: this.rateHz };
  }

  async hangUp(): Promise<void> {
    this.command('hangup');
    await until('the call is over', () => this.has('CALL_CLOSED'));
  }

  async stop(): Promise<void> {
    this.control.destroy();
    if (this.program.exitCode === null) {
      const exited = once(this.program, 'exit');
      this.program.kill('SIGKILL');
      await exited;
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  /** One file, and another after each hold. */
  private async recordings(): Promise<readonly string[]> {
    const folder = path.join(this.folder, 'heard');
    const names = (await readdir(folder)).filter((found) => found.endsWith('-dec.wav')).sort();
    return names.map((name) => path.join(folder, name));
  }

  /** Netstrings of JSON. */
  private take(data: Buffer): void {
    this.buffered = Buffer.concat([this.buffered, data]);
    for (;;) {
      const colon = this.buffered.indexOf(':');
      const length = Number(this.buffered.toString('latin1', 0, Math.max(0, colon)));
      const end = colon + 1 + length;
      if (colon < 0 || this.buffered.length <= end) return;
      this.events.push(JSON.parse(this.buffered.toString('utf8', colon + 1, end)) as BaresipEvent);
      this.buffered = this.buffered.subarray(end + 1);
    }
  }
}

function silenceAround(samples: Int16Array, sampleRateHz: number): Buffer {
  const silence = new Int16Array(SILENCE_SECONDS * sampleRateHz);
  return writeWav({ samples: concat([samples, silence]), sampleRateHz });
}

function configText(folder: string, rateHz: number, controlPort: number, sipPort: number): string {
  const modules = ['g711', 'opus', 'aufile', 'aubridge', 'sndfile', 'srtp'];
  return [
    `sip_listen ${ownAddress()}:${sipPort}`,
    'call_max_calls 2',
    `audio_source aufile,${path.join(folder, 'first-words.wav')}`,
    'audio_player aubridge,ears',
    'audio_alert aubridge,alert',
    `ausrc_srate ${rateHz}`,
    `auplay_srate ${rateHz}`,
    'ausrc_channels 1',
    'auplay_channels 1',
    'opus_stereo no',
    `snd_path ${path.join(folder, 'heard')}`,
    `ctrl_tcp_listen 127.0.0.1:${controlPort}`,
    `module_path ${MODULES}`,
    ...modules.map((name) => `module ${name}.so`),
    'module_tmp uuid.so',
    'module_tmp account.so',
    'module_app menu.so',
    'module_app ctrl_tcp.so',
    '',
  ].join('\n');
}

function accountText({ transport, codec, login, encrypts, answersOn, user }: BaresipOptions): string {
  const parameters = [
    'regint=0',
    `audio_codecs=${CODECS[codec]}`,
    ...(login ? [`auth_user=${login.username}`, `auth_pass=${login.password}`] : []),
    ...(answersOn === undefined ? [] : ['answermode=auto']),
    ...(encrypts ? ['mediaenc=srtp-mand'] : []),
  ];
  const name = user ?? (answersOn === undefined ? 'caller' : 'desk');
  return `<sip:${name}@${ownAddress()};transport=${transport}>;${parameters.join(';')}\n`;
}

function connect(port: number): Promise<net.Socket | undefined> {
  const socket = net.connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}
