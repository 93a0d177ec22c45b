import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { samplesOf } from '../../src/audio/index.js';

const FOLDER = '.cache/natural';

export interface NaturalSpeech {
  readonly text: string;
  /** A voice of Kokoro, such as `af_heart`, or `joe` of Piper. */
  readonly voice: string;
  /** 1 is the voice's normal speed. */
  readonly speed: number;
}

/** Natural-sounding voices. Speech is cached, so nothing is synthesized twice. */
export class NaturalVoices {
  private speaker: ChildProcess | undefined;
  private readonly waiting = new Map<string, (error?: Error) => void>();

  /** @returns Mono, 16 kHz. @throws Error where prepare.sh has not been run, or the voice is unknown. */
  async say(speech: NaturalSpeech): Promise<Int16Array> {
    const { text, voice, speed } = speech;
    const name = createHash('sha1')
      .update(JSON.stringify([voice, speed, text]))
      .digest('hex');
    const file = `${FOLDER}/spoken/${voice}-${name.slice(0, 16)}.pcm`;
    if (!existsSync(file)) await this.speak({ ...speech, file });
    return samplesOf(readFileSync(file));
  }

  close(): void {
    this.speaker?.stdin?.end();
  }

  private speak(wanted: NaturalSpeech & { readonly file: string }): Promise<void> {
    const speaker = (this.speaker ??= this.start());
    return new Promise((resolve, reject) => {
      this.waiting.set(wanted.file, (error) => (error ? reject(error) : resolve()));
      speaker.stdin?.write(`${JSON.stringify(wanted)}\n`);
    });
  }

  private start(): ChildProcess {
    if (!existsSync(`${FOLDER}/model.onnx`)) throw new Error('Run bench/recognition/prepare.sh first.');
    mkdirSync(`${FOLDER}/spoken`, { recursive: true });
    const speaker = spawn(`${FOLDER}/venv/bin/python`, ['bench/recognition/say.py', FOLDER], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    createInterface(speaker.stdout).on('line', (file) => {
      this.waiting.get(file)?.();
      this.waiting.delete(file);
    });
    speaker.on('close', () => {
      for (const fail of this.waiting.values()) fail(new Error('The sentences could not be spoken.'));
    });
    return speaker;
  }
}
