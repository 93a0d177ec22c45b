import { LossWindow } from './loss-window.js';

describe('LossWindow', () => {
  it('forgives three breaks within a minute and no more', () => {
    const losses = new LossWindow();
    expect([0, 10_000, 20_000, 59_000].map((atMs) => losses.lost(atMs))).toEqual([false, false, false, true]);
  });

  it('forgives a break every half minute for as long as a call lasts', () => {
    const losses = new LossWindow();
    for (let atMs = 0; atMs < 3_600_000; atMs += 30_000) expect(losses.lost(atMs)).toBe(false);
  });
});
