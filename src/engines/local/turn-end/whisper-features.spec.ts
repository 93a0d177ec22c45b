import { FEATURE_BANDS, FEATURE_FRAMES, whisperFeatures } from './whisper-features.js';

const LENGTH = 48_000;

/** Three seconds of a tone that rises and swells. */
const tone = Int16Array.from({ length: LENGTH }, (_, at) => {
  const hz = 200 + (400 * at) / LENGTH;
  const swell = 0.5 + 0.5 * Math.sin((2 * Math.PI * at * 3) / 16_000);
  return Math.round(6_000 * Math.sin((2 * Math.PI * at * hz) / 16_000) * swell);
});

describe('whisperFeatures', () => {
  it("are those of Whisper's own extractor, for the end of eight seconds", async () => {
    const features = await whisperFeatures(tone);
    expect(features).toHaveLength(FEATURE_BANDS * FEATURE_FRAMES);
    const at = (band: number, frame: number) => features[band * FEATURE_FRAMES + frame];
    // What the extractor of `transformers` gives for the same audio, with silence before it.
    expect(at(0, 0)).toBeCloseTo(-0.1215, 3);
    expect(at(5, 520)).toBeCloseTo(1.4812, 3);
    expect(at(8, 600)).toBeCloseTo(0.7628, 3);
    expect(at(12, 700)).toBeCloseTo(0.2673, 3);
    expect(at(20, 780)).toBeCloseTo(0.6846, 3);
    expect(Math.max(...features)).toBeCloseTo(1.8785, 3);
    expect(features.reduce((sum, value) => sum + value, 0) / features.length).toBeCloseTo(-0.0584, 3);
  });
});
