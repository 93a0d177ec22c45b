import { GatheredAudio } from './gathered-audio.js';

const RATE_HZ = 16_000;
const FRAME_SAMPLES = 320;

function gather() {
  const sent: number[][] = [];
  const audio = new GatheredAudio(RATE_HZ, (samples) => sent.push([...samples]));
  return { audio, sent };
}

/** Samples with their index as value. */
function samples(from: number, count: number): Int16Array {
  return Int16Array.from({ length: count }, (_, index) => from + index);
}

describe('audio buffered for a turn-based provider', () => {
  it('is sent in chunks of six frames', () => {
    const { audio, sent } = gather();
    for (let frame = 0; frame < 13; frame++) audio.add(samples(frame * FRAME_SAMPLES, FRAME_SAMPLES));
    expect(sent.map(({ length }) => length)).toEqual([6 * FRAME_SAMPLES, 6 * FRAME_SAMPLES]);
  });

  it('is complete and in order after a flush', () => {
    const { audio, sent } = gather();
    let at = 0;
    for (const count of [1, 319, 2_000, 7, 960, 320]) {
      audio.add(samples(at, count));
      at += count;
    }
    audio.flush();
    audio.flush();
    expect(sent.flat()).toEqual([...samples(0, at)]);
  });

  it('is not sent after being dropped', () => {
    const { audio, sent } = gather();
    audio.add(samples(0, FRAME_SAMPLES));
    audio.drop();
    audio.add(samples(1_000, FRAME_SAMPLES));
    audio.flush();
    expect(sent.flat()).toEqual([...samples(1_000, FRAME_SAMPLES)]);
  });
});
