import { jest } from '@jest/globals';
import type { AgentSpeech } from '../agent-adapter.js';
import { GIVES_WAY_MS, PausableVoice } from './pausable-voice.js';

const RATE_HZ = 1_000;

/** A queue that sends on command, as a clock driven by the test. */
class SteppedSpeech implements AgentSpeech {
  readonly sent: number[] = [];
  private queue: (number | (() => void))[] = [];
  private sentSinceClear = 0;

  get queuedMs(): number {
    return this.queue.filter((entry) => typeof entry === 'number').length;
  }

  write(samples: Int16Array): void {
    this.queue.push(...samples);
  }

  mark(reached: () => void): void {
    this.queue.push(reached);
  }

  setGain(): void {}

  readonly silentForMs = Infinity;

  levelAgo(): number {
    return 0;
  }

  clear() {
    const outcome = { sentMs: this.sentSinceClear, droppedMs: this.queuedMs };
    this.queue = [];
    this.sentSinceClear = 0;
    return outcome;
  }

  send(samples: number): void {
    for (let left = samples; ;) {
      const next = this.queue[0];
      if (next === undefined || (typeof next === 'number' && left === 0)) return;
      this.queue.shift();
      if (typeof next === 'function') next();
      else {
        this.sent.push(next);
        this.sentSinceClear++;
        left--;
      }
    }
  }
}

/** A voice with the minimum pause already over. */
function patientVoice(speech: AgentSpeech): PausableVoice {
  let nowMs = 0;
  return new PausableVoice(speech, RATE_HZ, () => (nowMs += GIVES_WAY_MS));
}

const ramp = (from: number, count: number) => Int16Array.from({ length: count }, (_, index) => from + index);

describe('PausableVoice', () => {
  it('resumes at the next sample after any number of pauses', () => {
    const speech = new SteppedSpeech();
    const voice = patientVoice(speech);
    voice.write('a', ramp(0, 100));
    for (const step of [30, 1, 40, 7]) {
      speech.send(step);
      voice.pause();
      speech.send(50);
      voice.resume();
    }
    speech.send(100);
    expect(speech.sent).toEqual([...ramp(0, 100)]);
  });

  it('frees memory of played or dropped audio immediately, and nothing more', () => {
    const speech = new SteppedSpeech();
    const written: Int16Array[] = [];
    const voice = patientVoice(
      Object.assign(Object.create(speech) as SteppedSpeech, {
        write(samples: Int16Array) {
          written.push(samples);
          speech.write(samples);
        },
      }),
    );
    const bytes = () => written.map(({ buffer }) => buffer.byteLength);
    const own = ramp(0, 100);
    voice.write('a', own);
    voice.write('b', ramp(100, 100));
    speech.send(110);
    expect(bytes()).toEqual([0, 0, 40, 160]);
    voice.pause();
    voice.resume();
    // The rest of the cut chunk, and the next one.
    expect(bytes()).toEqual([0, 0, 40, 160, 40, 160]);
    voice.drop();
    expect(bytes()).toEqual([0, 0, 0, 0, 0, 0]);
    expect(own).toEqual(ramp(0, 100));
  });

  it('keeps audio and marks written during a pause in order', () => {
    const speech = new SteppedSpeech();
    const voice = patientVoice(speech);
    const reached: string[] = [];
    voice.write('a', ramp(0, 50));
    voice.mark(() => reached.push('a'));
    speech.send(10);
    voice.pause();
    voice.write('b', ramp(50, 50));
    voice.mark(() => reached.push('b'));
    speech.send(100);
    expect(reached).toEqual([]);
    voice.resume();
    speech.send(40);
    expect(reached).toEqual(['a']);
    speech.send(50);
    expect(reached).toEqual(['a', 'b']);
    expect(speech.sent).toEqual([...ramp(0, 100)]);
  });

  it('reports how far each part was played when dropped, across pauses and parts', () => {
    const speech = new SteppedSpeech();
    const voice = patientVoice(speech);
    voice.write('a', ramp(0, 60));
    voice.write('b', ramp(60, 80));
    voice.write('c', ramp(140, 30));
    speech.send(25);
    voice.pause();
    voice.resume();
    speech.send(65);
    const parts = voice.drop();
    expect(parts.get('a')).toEqual({ partId: 'a', heardMs: 60, spokenMs: 60 });
    expect(parts.get('b')).toEqual({ partId: 'b', heardMs: 30, spokenMs: 80 });
    expect(parts.get('c')).toEqual({ partId: 'c', heardMs: 0, spokenMs: 30 });
    speech.send(100);
    expect(speech.sent).toHaveLength(90);
  });

  it('counts a part as fully spoken once its sound was played, ignoring trailing silence', () => {
    const speech = new SteppedSpeech();
    const voice = new PausableVoice(speech, RATE_HZ * 2.4);
    const sound = new Int16Array(100).fill(5_000);
    voice.write('a', sound);
    voice.write('a', Int16Array.of(...sound.subarray(0, 21), ...new Array<number>(300).fill(3)));
    speech.send(121);
    const part = voice.drop().get('a');
    expect(part?.spokenMs).toBe(Math.round(121 / 2.4));
    expect(part?.heardMs).toBeGreaterThanOrEqual(part?.spokenMs ?? Infinity);
  });

  it('reports once when a part starts playing', () => {
    const speech = new SteppedSpeech();
    const voice = patientVoice(speech);
    let begun = 0;
    voice.write('a', ramp(0, 60), () => begun++);
    speech.send(10);
    expect(begun).toBe(0);
    speech.send(15);
    voice.pause();
    voice.resume();
    speech.send(60);
    expect(begun).toBe(1);
  });

  describe('after an interruption', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    it('waits the minimum pause before resuming', () => {
      const speech = new SteppedSpeech();
      const voice = new PausableVoice(speech, RATE_HZ);
      voice.write('a', ramp(0, 100));
      speech.send(30);
      voice.pause();
      jest.advanceTimersByTime(100);
      voice.resume();
      jest.advanceTimersByTime(GIVES_WAY_MS - 101);
      speech.send(70);
      expect(speech.sent).toHaveLength(30);
      jest.advanceTimersByTime(1);
      speech.send(70);
      expect(speech.sent).toEqual([...ramp(0, 100)]);
    });

    it('waits the minimum pause before new speech', () => {
      const speech = new SteppedSpeech();
      const voice = new PausableVoice(speech, RATE_HZ);
      voice.write('a', ramp(0, 100));
      speech.send(30);
      voice.drop();
      voice.write('b', ramp(500, 20));
      speech.send(20);
      expect(speech.sent).toHaveLength(30);
      jest.advanceTimersByTime(GIVES_WAY_MS);
      speech.send(20);
      expect(speech.sent).toEqual([...ramp(0, 30), ...ramp(500, 20)]);
    });

    it('stays silent when paused again during the wait', () => {
      const speech = new SteppedSpeech();
      const voice = new PausableVoice(speech, RATE_HZ);
      voice.write('a', ramp(0, 100));
      speech.send(30);
      voice.pause();
      voice.resume();
      voice.pause();
      jest.advanceTimersByTime(10 * GIVES_WAY_MS);
      speech.send(70);
      expect(speech.sent).toHaveLength(30);
    });

    it('does not wait when nothing was left to say', () => {
      const speech = new SteppedSpeech();
      const voice = new PausableVoice(speech, RATE_HZ);
      voice.write('a', ramp(0, 30));
      speech.send(30);
      voice.drop();
      voice.write('b', ramp(500, 20));
      speech.send(20);
      expect(speech.sent).toHaveLength(50);
    });
  });
});
