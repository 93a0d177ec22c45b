import { type BufferedPacket, JitterBuffer, type Playout } from './jitter-buffer.js';

const FRAME = 960;

function packet(index: number, options: Partial<BufferedPacket> = {}): BufferedPacket {
  return {
    sequenceNumber: index & 0xffff,
    timestamp: (index * FRAME) >>> 0,
    durationTicks: FRAME,
    payload: Uint8Array.of(index & 0xff),
    endsTalk: false,
    ...options,
  };
}

function describePlayout(playout: Playout): string {
  if (playout.kind === 'packet') return `packet ${playout.packet.payload[0]}`;
  if (playout.kind === 'recover') return `recover from ${playout.packet.payload[0]}`;
  return playout.kind;
}

/** Three frames of target, so what comes at time t is played at t + 3. */
function buffer(): JitterBuffer {
  return new JitterBuffer({ clockRateHz: 48_000, targetMs: 60 });
}

/** Runs real time: at each tick the packets of that tick arrive, then one frame is played. */
function play(arrivals: readonly (readonly BufferedPacket[])[], jitterBuffer = buffer()): string[] {
  return arrivals.map((packets) => {
    for (const each of packets) jitterBuffer.insert(each);
    return describePlayout(jitterBuffer.next(false));
  });
}

const inTime = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => [packet(from + index)]);

describe('JitterBuffer', () => {
  it('plays packets in order, later by the target', () => {
    expect(play(inTime(6))).toEqual(['quiet', 'quiet', 'quiet', 'packet 0', 'packet 1', 'packet 2']);
  });

  it('puts packets that overtook each other back into order', () => {
    const arrivals = [[packet(0)], [packet(2)], [packet(1)], [packet(3)], [], []];
    expect(play(arrivals).slice(3)).toEqual(['packet 0', 'packet 1', 'packet 2']);
  });

  it('recovers a single loss from the packet after it', () => {
    const arrivals = [[packet(0)], [], [packet(2)], [packet(3)], [], []];
    expect(play(arrivals).slice(3)).toEqual(['packet 0', 'recover from 2', 'packet 2']);
  });

  it('conceals what a burst of loss takes, and recovers its last packet', () => {
    const arrivals = [[packet(0)], [], [], [packet(3)], [packet(4)], [], []];
    expect(play(arrivals).slice(3)).toEqual(['packet 0', 'lost', 'recover from 3', 'packet 3']);
  });

  it('plays a packet once, however often it comes', () => {
    const jitterBuffer = buffer();
    expect(jitterBuffer.insert(packet(0))).toBe('accepted');
    expect(jitterBuffer.insert(packet(0))).toBe('duplicate');
    expect(play([[], [], [], [packet(1)], [packet(1)]], jitterBuffer)).toEqual([
      'quiet',
      'quiet',
      'quiet',
      'packet 0',
      'packet 1',
    ]);
    expect(jitterBuffer.insert(packet(0))).toBe('late');
  });

  it('goes on over the wrap of sequence numbers and timestamps', () => {
    const first = 65_534;
    const arrivals = Array.from({ length: 8 }, (_, index) => [
      packet(first + index, { timestamp: (0xffff_ffff - FRAME + index * FRAME) >>> 0 }),
    ]);
    const played = play(arrivals).slice(3);
    expect(played).toEqual([254, 255, 0, 1, 2].map((byte) => `packet ${byte}`));
  });

  it('is quiet where the sender paused on purpose, and keeps its delay', () => {
    const arrivals = [
      [packet(0)],
      [packet(1, { endsTalk: true })],
      [],
      [],
      [],
      [],
      // Sequence numbers go on, the timestamp says that 4 frames were not sent.
      [packet(2, { timestamp: 6 * FRAME })],
      [],
      [],
      [],
    ];
    expect(play(arrivals).slice(3)).toEqual([
      'packet 0',
      'packet 1',
      'quiet',
      'quiet',
      'quiet',
      'quiet',
      'packet 2',
    ]);
  });

  it('is starved while packets are late, then plays all of them, with a longer delay', () => {
    const arrivals = [
      ...inTime(2),
      [],
      [],
      [],
      [],
      [2, 3, 4, 5, 6].map((index) => packet(index)),
      ...inTime(4, 7),
    ];
    expect(play(arrivals).slice(3)).toEqual([
      'packet 0',
      'packet 1',
      'starved',
      'packet 2',
      'packet 3',
      'packet 4',
      'packet 5',
      'packet 6',
    ]);
  });

  it('takes lost time for lost, so that a long loss does not lengthen the delay', () => {
    const arrivals = [...inTime(2), ...Array.from({ length: 10 }, () => []), ...inTime(5, 12)];
    const jitterBuffer = buffer();
    play(arrivals, jitterBuffer);
    expect(jitterBuffer.depthMs).toBeLessThanOrEqual(80);
  });

  it('shortens the delay again once more than the target waits for two seconds', () => {
    const jitterBuffer = buffer();
    play([...inTime(1), [], [], [], [], [], [], [], []], jitterBuffer);
    for (let index = 1; index < 9; index += 1) jitterBuffer.insert(packet(index));
    const before = jitterBuffer.depthMs;
    for (let index = 9; index < 700; index += 1) {
      jitterBuffer.insert(packet(index));
      jitterBuffer.next(true);
    }
    expect(before).toBeGreaterThan(150);
    expect(jitterBuffer.depthMs).toBeLessThanOrEqual(120);
  });

  it('begins anew when the stream jumps', () => {
    const jitterBuffer = buffer();
    play(inTime(5), jitterBuffer);
    expect(jitterBuffer.insert(packet(30_000))).toBe('restarted');
    expect(play([[], [], [], []], jitterBuffer)).toEqual([
      'quiet',
      'quiet',
      'quiet',
      `packet ${30_000 & 0xff}`,
    ]);
  });

  it('holds a bounded number of packets', () => {
    const jitterBuffer = buffer();
    for (let index = 0; index < 900; index += 1) jitterBuffer.insert(packet(index));
    expect(jitterBuffer.depthMs).toBeLessThanOrEqual(2_020);
  });

  it('plays packets longer than a frame whole', () => {
    const long = Array.from({ length: 3 }, (_, index) =>
      packet(index, { timestamp: index * 3 * FRAME, durationTicks: 3 * FRAME }),
    );
    const jitterBuffer = buffer();
    for (const each of long) jitterBuffer.insert(each);
    const played = [0, 1, 2, 3, 4, 5].map(() => describePlayout(jitterBuffer.next(false)));
    expect(played.slice(3)).toEqual(['packet 0', 'packet 1', 'packet 2']);
  });
});
