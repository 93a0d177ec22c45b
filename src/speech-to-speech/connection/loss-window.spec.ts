import { LossWindow } from './reconnecting-link.js';

describe('LossWindow', () => {
  it('tolerates three disconnects within a minute', () => {
    const losses = new LossWindow();
    expect([0, 10_000, 20_000, 59_000].map((atMs) => losses.lost(atMs))).toEqual([false, false, false, true]);
  });

  it('tolerates a disconnect every half minute for a whole call', () => {
    const losses = new LossWindow();
    for (let atMs = 0; atMs < 3_600_000; atMs += 30_000) expect(losses.lost(atMs)).toBe(false);
  });
});
