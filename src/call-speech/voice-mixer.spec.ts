import { VoiceMixer } from './voice-mixer.js';

/** At 1 kHz, where a sample is a millisecond. */
function mixing() {
  const written: number[] = [];
  const mixer = new VoiceMixer(1_000, (samples) => written.push(...samples));
  return {
    written,
    push: (side: 'caller' | 'agent', ...values: number[]) => mixer.push(side, Int16Array.from(values)),
  };
}

const frame = (value: number): number[] => Array.from({ length: 20 }, () => value);

describe('VoiceMixer', () => {
  it('adds what both sides say at the same time, within the range of a sample', () => {
    const { written, push } = mixing();
    push('caller', 1, 2, 30_000, -30_000);
    push('agent', 10, 20, 30_000, -30_000);
    expect(written).toEqual([11, 22, 32_767, -32_768]);
  });

  it('passes on one side alone, at most 40 ms later', () => {
    const { written, push } = mixing();
    for (const value of [1, 2, 3, 4]) push('agent', ...frame(value));
    expect(written).toEqual([...frame(1), ...frame(2)]);
    push('caller', ...frame(100), ...frame(200), ...frame(300));
    expect(written.slice(40)).toEqual([...frame(103), ...frame(204)]);
  });

  it('keeps frames of different lengths in order', () => {
    const { written, push } = mixing();
    push('caller', 1, 2, 3);
    push('agent', 10);
    push('agent', 20, 30, 40);
    push('caller', 4);
    expect(written).toEqual([11, 22, 33, 44]);
  });
});
