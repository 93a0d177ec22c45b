import { SentFrames } from './sent-frames.js';

const frame = (value: number) => new Int16Array(4).fill(value);

describe('SentFrames', () => {
  it('returns the frame from a given number of frames ago, and nothing for silence or before the start', () => {
    const sent = new SentFrames();
    sent.add(frame(1));
    sent.add(undefined);
    sent.add(frame(3));
    expect([0, 1, 2, 3, -1].map((ago) => sent.frameAgo(ago)[0])).toEqual([
      3,
      undefined,
      1,
      undefined,
      undefined,
    ]);
  });

  it('keeps a copy for one and a half seconds', () => {
    const sent = new SentFrames();
    const reused = frame(0);
    for (let count = 1; count <= 200; count++) sent.add(reused.fill(count));
    expect(sent.frameAgo(0)).toEqual(frame(200));
    expect(sent.frameAgo(74)).toEqual(frame(126));
    expect(sent.frameAgo(75)).toHaveLength(0);
  });

  it('returns no earlier speech after silence', () => {
    const sent = new SentFrames();
    for (let count = 0; count < 75; count++) sent.add(frame(7));
    for (let count = 0; count < 75; count++) sent.add(undefined);
    expect(sent.frameAgo(10)).toHaveLength(0);
  });
});
