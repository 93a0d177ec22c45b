import { SpeechSegmenter, type SegmenterEvent } from './speech-segmenter.js';

const WINDOW_MS = 32;

/** Feeds 32 ms windows with these probabilities and the level of their four parts. Suspicions are omitted. */
function segment(
  probabilities: readonly number[],
  levels: readonly (readonly number[])[] = [],
  noise = 0,
): SegmenterEvent[] {
  return allEvents(probabilities, levels, noise).filter(({ kind }) => kind !== 'caller-suspected');
}

function allEvents(
  probabilities: readonly number[],
  levels: readonly (readonly number[])[] = [],
  noise = 0,
): SegmenterEvent[] {
  const segmenter = new SpeechSegmenter(WINDOW_MS);
  return probabilities.flatMap((probability, index) => {
    const endMs = (index + 1) * WINDOW_MS;
    return segmenter.take({ probability, endMs, levels: levels[index] ?? [] }, noise) ?? [];
  });
}

const LOUD = [500, 900, 800, 600];
const QUIET = [4, 3, 4, 5];

describe('speech segmenter', () => {
  it('dates the start to the first voiced window, once two follow each other', () => {
    expect(segment([0, 0.9, 0.1, 0, 0.9, 0.9])).toEqual([{ kind: 'caller-started', onsetMs: 128 }]);
  });

  it('bridges gaps within a word and dates the real end', () => {
    const events = segment([0.9, 0.9, 0.1, 0.1, 0.1, 0.9, 0.1, 0.1, 0.1, 0.1]);
    expect(events).toEqual([
      { kind: 'caller-started', onsetMs: 0 },
      { kind: 'caller-hushed', endMs: 64 },
      { kind: 'caller-went-on' },
      { kind: 'caller-hushed', endMs: 192 },
      { kind: 'caller-stopped', endMs: 192 },
    ]);
  });

  it('continues through windows too unlikely to start speech', () => {
    expect(segment([0.9, 0.9, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4])).toEqual([
      { kind: 'caller-started', onsetMs: 0 },
    ]);
  });

  it('ends speech at its last loud window, even if the model detects it longer', () => {
    const events = segment(
      [0.9, 0.9, 0.9, 0.9, 0.7, 0.1, 0, 0, 0],
      [LOUD, LOUD, [700, 90, 4, 4], QUIET, QUIET, QUIET, QUIET, QUIET, QUIET],
    );
    expect(events.at(-1)).toEqual({ kind: 'caller-stopped', endMs: 80 });
  });

  it('trusts the model when noise is as loud as trailing speech, within limits', () => {
    const probabilities = [0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.1, 0, 0, 0];
    const noisy = probabilities.map(() => [300, 300, 300, 300]);
    expect(segment(probabilities, noisy).at(-1)).toEqual({ kind: 'caller-stopped', endMs: 224 });
    const soft = [LOUD, ...probabilities.slice(1).map(() => QUIET)];
    expect(segment(probabilities, soft).at(-1)).toEqual({ kind: 'caller-stopped', endMs: 96 });
  });

  it('ends speech in noise near the last certain window', () => {
    const noisy = (probabilities: number[]) =>
      segment(
        probabilities,
        probabilities.map(() => [300, 300, 300, 300]),
      );
    const events = noisy([0.9, 0.97, 0.99, 0.99, 0.9, 0.7, 0.5, 0.1, 0, 0, 0]);
    expect(events.slice(1)).toEqual([
      { kind: 'caller-hushed', endMs: 128 },
      { kind: 'caller-stopped', endMs: 128 },
    ]);
    const softly = [0.97, 0.97, ...Array.from({ length: 8 }, () => 0.7), 0.1, 0, 0, 0];
    expect(noisy(softly).at(-1)).toEqual({ kind: 'caller-stopped', endMs: 320 });
  });

  it('reports a possible end early, by model or loudness, and a resumption', () => {
    const events = segment(
      [0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.2, 0.1, 0.1, 0.1],
      [LOUD, LOUD, QUIET, QUIET, LOUD, LOUD, LOUD, LOUD, LOUD, LOUD],
    );
    expect(events.slice(1)).toEqual([
      { kind: 'caller-hushed', endMs: 64 },
      { kind: 'caller-went-on' },
      { kind: 'caller-hushed', endMs: 192 },
      { kind: 'caller-stopped', endMs: 192 },
    ]);
  });

  describe('in noise', () => {
    /** Probabilities, and levels in dB above the noise. */
    const drowned = (windows: readonly (readonly [number, number])[], noise = 200) =>
      segment(
        windows.map(([probability]) => probability),
        windows.map(([, db]) => Array<number>(4).fill(200 * 10 ** (db / 20))),
        noise,
      ).slice(1);
    const spoken = [
      [0.99, 10],
      [0.99, 10],
      [0.99, 10],
    ] as const;

    it('reports fading once the voice is neither likely nor loud enough, before silence', () => {
      const fading = [...spoken, [0.99, 1], [0.98, 0], [0.7, 0], [0.2, 0], [0.1, 0], [0, 0], [0, 0]] as const;
      expect(drowned(fading.slice(0, 4))).toEqual([]);
      expect(drowned(fading.slice(0, 5))).toEqual([{ kind: 'caller-fading', endMs: 128 }]);
      expect(drowned(fading)).toEqual([
        { kind: 'caller-fading', endMs: 128 },
        { kind: 'caller-hushed', endMs: 128 },
        { kind: 'caller-stopped', endMs: 128 },
      ]);
      expect(drowned(fading, 10)).toEqual([
        { kind: 'caller-hushed', endMs: 160 },
        { kind: 'caller-stopped', endMs: 160 },
      ]);
    });

    it('continues a voice that is very likely or far louder than the noise', () => {
      expect(drowned([...spoken, [0.9999, 0], [0.9999, 0], [0.9999, 0]])).toEqual([]);
      expect(drowned([...spoken, [0.6, 15], [0.6, 15], [0.6, 15]])).toEqual([]);
    });

    it('ends a voice after a fade without certainty, despite weak detections', () => {
      const softly = Array.from({ length: 10 }, () => [0.9, 0] as const);
      const ended = [
        { kind: 'caller-fading', endMs: 128 },
        { kind: 'caller-stopped', endMs: 128 },
      ];
      expect(drowned([...spoken, ...softly.slice(0, 7)])).toEqual(ended.slice(0, 1));
      expect(drowned([...spoken, ...softly.slice(0, 8)])).toEqual(ended);
      expect(drowned([...spoken, ...softly])).toEqual([...ended, { kind: 'caller-started', onsetMs: 352 }]);
    });

    it('treats a voice that was never certain as a soft one, which ends as in quiet', () => {
      const softly = Array.from({ length: 20 }, () => [0.9, 0] as const);
      expect(drowned([...softly, [0.2, 0], [0.1, 0], [0, 0], [0, 0]])).toEqual([
        { kind: 'caller-hushed', endMs: 640 },
        { kind: 'caller-stopped', endMs: 640 },
      ]);
    });

    it('resumes only once the voice is certain again', () => {
      const again = [...spoken, [0.9, 0], [0.9, 0], [0.97, 3], [0.99, 8], [0.99, 0], [0.9, 0]] as const;
      expect(drowned(again)).toEqual([
        { kind: 'caller-fading', endMs: 128 },
        { kind: 'caller-went-on' },
        { kind: 'caller-fading', endMs: 256 },
      ]);
      expect(
        drowned([
          [0.9, 0],
          [0.9, 0],
          [0.8, 0],
          [0.7, 0],
          [0.6, 0],
        ]),
      ).toEqual([]);
    });
  });

  it('excludes loud noise before the speech', () => {
    const thunder = [9_000, 90_000, 9_000, 9_000];
    const events = segment(
      [0, 0.9, 0.9, 0.9, 0.1, 0, 0, 0],
      [thunder, LOUD, LOUD, LOUD, QUIET, QUIET, QUIET, QUIET],
    );
    expect(events.at(-1)).toEqual({ kind: 'caller-stopped', endMs: 128 });
  });

  it('suspects a voice at its first window', () => {
    expect(allEvents([0, 0.9, 0.1, 0.9, 0.9, 0.9])).toEqual([
      { kind: 'caller-suspected' },
      { kind: 'caller-suspected' },
      { kind: 'caller-started', onsetMs: 96 },
    ]);
  });
});
