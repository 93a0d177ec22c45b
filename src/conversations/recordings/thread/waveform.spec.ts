import { Waveform } from './waveform.js';

/** Interleaved: the caller as loud as given, the agent half of it. */
const frameOf = (loudness: number) =>
  Int16Array.from({ length: 640 }, (_, at) => (at % 2 ? -loudness / 2 : loudness));

function waveformOf(frames: number, loudness: (frame: number) => number) {
  const waveform = new Waveform();
  for (let frame = 0; frame < frames; frame++) waveform.add(frameOf(loudness(frame)));
  const bytes = [...waveform.bytes()];
  return { caller: bytes.filter((_, at) => at % 2 === 0), agent: bytes.filter((_, at) => at % 2 === 1) };
}

describe('waveform', () => {
  it('has a peak per frame of a short recording, for each side', () => {
    expect(waveformOf(3, (frame) => frame * 12_800)).toEqual({ caller: [0, 100, 200], agent: [0, 50, 100] });
  });

  it('has no peak without sound, and none above 255', () => {
    expect(waveformOf(0, () => 0)).toEqual({ caller: [], agent: [] });
    expect(waveformOf(1, () => -32_768)).toEqual({ caller: [255], agent: [128] });
  });

  it.each([64, 65, 128, 3_000, 180_000])('has 32 to 64 peaks in order after %d frames', (frames) => {
    const { caller, agent } = waveformOf(frames, (frame) => (frame / frames) * 32_000);
    expect(caller.length).toBe(agent.length);
    expect(caller.length).toBeGreaterThanOrEqual(32);
    expect(caller.length).toBeLessThanOrEqual(64);
    expect(caller).toEqual([...caller].sort((a, b) => a - b));
    expect(caller.at(-1)).toBeGreaterThan(240);
  });
});
