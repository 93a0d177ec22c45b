import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { MachineDetector } from '../../src/telephony/dialling/answering-machine/machine-detector.js';
import { describeWith } from './support/programs.js';

/** Human prompts of Debian's asterisk-core-sounds-en-g722. */
const SOUNDS = '/usr/share/asterisk/sounds/en_US_f_Allison';
const RATE = 16_000;
const FRAME = 320;

function prompt(name: string): Int16Array {
  const args = [
    '-v',
    'error',
    '-f',
    'g722',
    '-i',
    `${SOUNDS}/${name}.g722`,
    '-f',
    's16le',
    '-ar',
    String(RATE),
    '-',
  ];
  const raw = execFileSync('ffmpeg', args, { maxBuffer: 50_000_000 });
  return new Int16Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length - (raw.length % 2)));
}

const silence = (ms: number) => new Int16Array((ms * RATE) / 1_000);

function verdictOn(...parts: readonly Int16Array[]) {
  const samples = Int16Array.from(parts.flatMap((part) => [...part]));
  const detector = new MachineDetector(RATE);
  for (let at = 0; at + FRAME <= samples.length; at += FRAME) {
    detector.take(samples.subarray(at, at + FRAME), ((at + FRAME) / RATE) * 1_000);
  }
  return detector.verdict;
}

const describeSounds = existsSync(SOUNDS) ? describeWith(['ffmpeg'], describe) : describe.skip;

describeSounds('spoken greetings', () => {
  it.each(['hello', 'sorry', 'vm-goodbye', 'im-sorry'])("detects a person's greeting: %s", (name) => {
    expect(verdictOn(silence(400), prompt(name), silence(2_500))).toBe('person');
  });

  it.each(['vm-intro', 'vm-instructions', 'demo-instruct', 'demo-congrats', 'demo-moreinfo'])(
    "detects a machine's greeting and its beep: %s",
    (name) => {
      const heard = verdictOn(silence(400), prompt(name), silence(200), prompt('beep'), silence(500));
      expect(heard).toBe('voicemail');
      // Without a beep no message is left.
      expect(['unknown', 'recording']).toContain(verdictOn(silence(400), prompt(name), silence(4_000)));
    },
  );
});
