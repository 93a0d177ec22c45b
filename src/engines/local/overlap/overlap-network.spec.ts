import { MEL_BANDS } from '../../../audio/index.js';
import { loadOverlapWeights, OverlapNetwork, type OverlapClasses } from './overlap-network.js';

const FRAMES = 60;

/** PyTorch's output of the original network for the same frames, at these indexes. */
const EXPECTED: readonly (readonly [number, readonly number[]])[] = [
  [0, [0.249561, 0.269911, 0.178725, 0.301803]],
  [15, [0.070496, 0.048682, 0.020051, 0.860771]],
  [29, [0.042839, 0.020636, 0.011612, 0.924914]],
];

describe('overlap network', () => {
  it("matches the original network's output every 20 ms", async () => {
    const network = new OverlapNetwork(await loadOverlapWeights());
    const frames = Float32Array.from(
      { length: FRAMES * MEL_BANDS },
      (_, index) => Math.sin(index * index * 0.001) + 0.3 * Math.cos(index * 0.7),
    );
    const told: OverlapClasses[] = [];
    for (let frame = 0; frame < FRAMES; frame++) {
      const classes = network.take(frames.subarray(frame * MEL_BANDS, (frame + 1) * MEL_BANDS));
      if (classes) told.push(classes);
    }
    expect(told).toHaveLength(FRAMES / 2);
    for (const [output, expected] of EXPECTED) {
      const { interruption, backchannel, tic, notDirected } = told[output]!;
      [interruption, backchannel, tic, notDirected].forEach((share, index) =>
        expect(share).toBeCloseTo(expected[index]!, 4),
      );
    }
  });
});
