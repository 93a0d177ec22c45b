import { SpeechSegmenter, type SegmenterEvent } from './speech-segmenter.js';

/** Feeds windows of 32 ms with these probabilities. */
function segment(probabilities: readonly number[]): SegmenterEvent[] {
  const segmenter = new SpeechSegmenter(32);
  return probabilities.flatMap((probability, index) => segmenter.take(probability, (index + 1) * 32) ?? []);
}

describe('speech segmenter', () => {
  it('tells the beginning at the first voiced window, once two of them follow each other', () => {
    expect(segment([0, 0.9, 0.1, 0, 0.9, 0.9])).toEqual([{ kind: 'started', onsetMs: 128 }]);
  });

  it('bridges gaps within a word and tells when the voice really ended', () => {
    const events = segment([0.9, 0.9, 0.1, 0.1, 0.1, 0.9, 0.1, 0.1, 0.1, 0.1]);
    expect(events).toEqual([
      { kind: 'started', onsetMs: 0 },
      { kind: 'stopped', endMs: 192 },
    ]);
  });

  it('goes on through windows that would be too unlikely to begin with', () => {
    expect(segment([0.9, 0.9, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4])).toEqual([{ kind: 'started', onsetMs: 0 }]);
  });
});
