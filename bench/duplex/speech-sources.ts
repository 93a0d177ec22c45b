import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { CallerVoice } from '../dialogues/caller-voice.js';
import { trimmed } from '../dialogues/sounds.js';
import { NaturalVoices } from '../recognition/natural-voices.js';

const run = promisify(execFile);
const ASTERISK = '/usr/share/asterisk/sounds/en_US_f_Allison';
const POCKETSPHINX = '/usr/share/pocketsphinx/test/data';
const MAX_BYTES = 16 * 1024 * 1024;
/** Below these shares of the loudest sample, audio at the end and before soft first consonants is silence. */
const QUIET_SHARE = 0.03;
const QUIET_SHARE_BEFORE = 0.005;

/** Speeds of natural voices, fixed for the same words of the same voice. */
const SPEEDS = [0.9, 1, 1.1, 1.2];

/** Sources of speech: synthesis, natural voices, and human recordings in Debian's packages. */
export class SpeechSources {
  private readonly natural = new NaturalVoices();

  private constructor(private readonly flite: CallerVoice) {}

  static async create(): Promise<SpeechSources> {
    return new SpeechSources(new CallerVoice());
  }

  /** @param voice `flite:NAME`, `espeak:NAME`, `natural:NAME`. @returns Mono, 16 kHz, without silence at its ends. */
  async say(text: string, voice: string): Promise<Int16Array> {
    const [engine, name = ''] = voice.split(':');
    if (engine === 'flite') return withoutSilence(await this.flite.say(text, name));
    if (engine === 'natural') {
      const speed =
        SPEEDS[[...voice, ...text].reduce((sum, each) => sum + each.charCodeAt(0), 0) % SPEEDS.length] ?? 1;
      return withoutSilence(await this.natural.say({ text, voice: name, speed }));
    }
    const spoken = ['-v', name, '-s', '165', '--stdout', text];
    const { stdout } = await run('espeak-ng', spoken, { encoding: 'buffer', maxBuffer: MAX_BYTES });
    return withoutSilence(await decode(['-i', 'pipe:0'], stdout));
  }

  /** A prompt of Debian's asterisk-core-sounds-en-g722, such as `vm-goodbye`; undefined if it isn't installed. */
  async prompt(name: string): Promise<Int16Array | undefined> {
    return recording(`${ASTERISK}/${name}.g722`, ['-f', 'g722', '-i']);
  }

  /** A recording of Debian's pocketsphinx-testdata, for instance `cards/001.wav`. */
  async reader(name: string): Promise<Int16Array | undefined> {
    return recording(`${POCKETSPHINX}/${name}`, ['-i']);
  }

  close(): Promise<void> {
    this.natural.close();
    return this.flite.close();
  }
}

async function recording(file: string, input: readonly string[]): Promise<Int16Array | undefined> {
  return existsSync(file) ? withoutSilence(await decode([...input, file])) : undefined;
}

/** Decodes anything that ffmpeg reads to mono samples at 16 kHz. */
async function decode(input: readonly string[], bytes?: Buffer): Promise<Int16Array> {
  const options = ['-v', 'error', ...input, '-f', 's16le', '-ac', '1', '-ar', '16000', 'pipe:1'];
  const work = run('ffmpeg', options, { encoding: 'buffer', maxBuffer: MAX_BYTES });
  work.child.stdin?.end(bytes);
  const { stdout } = await work;
  return new Int16Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + (stdout.length & ~1)));
}

function withoutSilence(samples: Int16Array): Int16Array {
  const peak = samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
  return trimmed(samples, peak * QUIET_SHARE, peak * QUIET_SHARE_BEFORE);
}
