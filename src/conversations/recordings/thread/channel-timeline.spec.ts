import { ChannelTimeline } from './channel-timeline.js';

/** One sample per millisecond, so that times can be read directly. */
const timeline = () => new ChannelTimeline(1_000);
const audio = (value: number, ms: number) => new Int16Array(ms).fill(value);

function take(channel: ChannelTimeline, ms: number): number[] {
  const output = new Int16Array(ms);
  channel.take(output, 0, 1);
  return [...output];
}

const filled = (...parts: [value: number, ms: number][]) =>
  parts.flatMap(([value, ms]) => new Array<number>(ms).fill(value));

describe('ChannelTimeline', () => {
  it('closes gaps from jitter and keeps real pauses', () => {
    const channel = timeline();
    channel.append(audio(1, 20), 0);
    channel.append(audio(2, 20), 45);
    channel.append(audio(3, 20), 200);
    expect(take(channel, 240)).toEqual(filled([1, 20], [2, 20], [0, 160], [3, 20], [0, 20]));
  });

  it('skips muted audio, whether added before or after', () => {
    const channel = timeline();
    channel.append(audio(1, 100), 0);
    channel.silence(50, 150);
    channel.append(audio(2, 100), 100);
    const heard = [...take(channel, 60), ...take(channel, 60), ...take(channel, 80)];
    expect(heard).toEqual(filled([1, 50], [0, 100], [2, 50]));
  });

  it('plays bursts in sequence for any read size', () => {
    const channel = timeline();
    for (const value of [1, 2, 3]) channel.append(audio(value, 100), 10);
    const heard = [...take(channel, 30), ...take(channel, 130), ...take(channel, 140)];
    expect(heard).toEqual(filled([1, 100], [2, 100], [3, 100]));
  });

  it('drops unheard audio, but not audio already read', () => {
    const channel = timeline();
    channel.append(audio(1, 300), 0);
    expect(take(channel, 100)).toEqual(filled([1, 100]));
    channel.dropLast(150);
    expect(take(channel, 100)).toEqual(filled([1, 50], [0, 50]));
    channel.append(audio(2, 100), 200);
    channel.dropLast(1_000);
    channel.append(audio(3, 10), 210);
    expect(take(channel, 30)).toEqual(filled([3, 10], [0, 20]));
  });

  it('places late audio at the first free position', () => {
    const channel = timeline();
    expect(take(channel, 100)).toEqual(filled([0, 100]));
    channel.append(audio(1, 20), 50);
    expect(take(channel, 20)).toEqual(filled([1, 20]));
  });

  it('replaces concealment with audio that arrives late', () => {
    const channel = timeline();
    channel.append(audio(1, 100), 0);
    for (let atMs = 100; atMs < 400; atMs += 20) channel.append(audio(9, 20), atMs, true);
    for (let atMs = 100; atMs < 400; atMs += 20) channel.append(audio(2, 20), atMs);
    channel.append(audio(3, 100), 400);
    expect(take(channel, 500)).toEqual(filled([1, 100], [2, 300], [3, 100]));
  });

  it('catches up a delay in the next pause without losing audio', () => {
    const channel = timeline();
    channel.append(audio(1, 300), 0);
    for (let atMs = 100; atMs < 600; atMs += 20) channel.append(audio(2, 20), atMs);
    for (let atMs = 600; atMs < 1_000; atMs += 20) channel.append(audio(0, 20), atMs, true);
    channel.append(audio(3, 100), 1_000);
    const heard = take(channel, 1_200);
    expect(heard.filter((sample) => sample === 1)).toHaveLength(300);
    expect(heard.filter((sample) => sample === 2)).toHaveLength(500);
    expect(Math.abs(heard.indexOf(3) - 1_000)).toBeLessThanOrEqual(60);
  });

  it('takes back concealed audio unless it was already read', () => {
    for (const [atMs, left] of [
      [70, 20],
      [20, 0],
    ] as const) {
      const channel = timeline();
      for (let spareMs = 0; spareMs < 200; spareMs += 20) channel.append(audio(5, 20), spareMs, true);
      expect(take(channel, 50)).toEqual(filled([5, 50]));
      channel.append(audio(1, 20), atMs);
      expect(take(channel, 50)).toEqual(filled([5, left], [1, 20], [0, 30 - left]));
    }
  });
});
