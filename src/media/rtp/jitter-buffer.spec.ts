import { JitterBuffer, type Playout } from './jitter-buffer.js';
import type { BufferedPacket } from './packet-order.js';

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

/** Waits 60 ms for a missing packet, and conceals it in the fourth tick after its due time. */
function buffer(): JitterBuffer {
  return new JitterBuffer({ clockRateHz: 48_000, waitMs: 60 });
}

function giveOut(jitterBuffer: JitterBuffer, inPause = false): string[] {
  const given: string[] = [];
  for (let playout = jitterBuffer.next(); playout; playout = jitterBuffer.next()) {
    if (playout.kind === 'packet' && playout.isSpare && inPause) jitterBuffer.leftOut(playout.packet);
    else given.push(describePlayout(playout));
  }
  return given;
}

/** Runs in real time: each frame takes its arrivals and then a tick. Output of a frame is one line. */
function run(
  arrivals: readonly (readonly BufferedPacket[])[],
  jitterBuffer = buffer(),
  inPause = false,
): string[] {
  return arrivals.map((packets) => {
    const given = packets.flatMap((each) => {
      jitterBuffer.insert(each);
      return giveOut(jitterBuffer, inPause);
    });
    jitterBuffer.tick();
    return [...given, ...giveOut(jitterBuffer, inPause)].join(', ');
  });
}

const inTime = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => [packet(from + index)]);
const nothing = (frames: number): BufferedPacket[][] => Array.from({ length: frames }, () => []);
const count = (lines: readonly string[], kind: string) =>
  lines.flatMap((line) => line.split(', ')).filter((each) => each.startsWith(kind)).length;

describe('JitterBuffer', () => {
  it('releases packets in order, each on arrival', () => {
    expect(run(inTime(3))).toEqual(['packet 0', 'packet 1', 'packet 2']);
  });

  it('reorders packets', () => {
    const arrivals = [[packet(0)], [packet(2)], [packet(1)], [packet(3)]];
    expect(run(arrivals)).toEqual(['packet 0', '', 'packet 1, packet 2', 'packet 3']);
  });

  it('waits for a lost packet, recovers it from the next and releases the queue at once', () => {
    const arrivals = [[packet(0)], [], [packet(2)], [packet(3)], [packet(4)], [packet(5)]];
    expect(run(arrivals)).toEqual([
      'packet 0',
      '',
      '',
      '',
      'recover from 2, packet 2, packet 3, packet 4',
      'packet 5',
    ]);
  });

  it('conceals a burst of loss as each part falls due, and recovers its last packet', () => {
    const arrivals = [[packet(0)], [], [], [packet(3)], [packet(4)], [packet(5)], [packet(6)]];
    expect(run(arrivals)).toEqual([
      'packet 0',
      '',
      '',
      '',
      'lost',
      'recover from 3, packet 3, packet 4, packet 5',
      'packet 6',
    ]);
  });

  it('releases duplicates once', () => {
    const jitterBuffer = buffer();
    expect(jitterBuffer.insert(packet(0))).toBe('accepted');
    expect(jitterBuffer.insert(packet(0))).toBe('duplicate');
    expect(run([[packet(1)], [packet(1)], [packet(0)]], jitterBuffer)).toEqual([
      'packet 0, packet 1',
      '',
      '',
    ]);
    expect(jitterBuffer.insert(packet(0))).toBe('late');
  });

  it('handles wrapping sequence numbers and timestamps', () => {
    const first = 65_534;
    const arrivals = Array.from({ length: 5 }, (_, index) => [
      packet(first + index, { timestamp: (0xffff_ffff - FRAME + index * FRAME) >>> 0 }),
    ]);
    expect(run(arrivals)).toEqual([254, 255, 0, 1, 2].map((byte) => `packet ${byte}`));
  });

  it('stays silent during DTX for the exact duration', () => {
    const arrivals = [
      [packet(0)],
      [packet(1, { endsTalk: true })],
      ...nothing(8),
      // Sequence numbers continue, while the timestamp shows 8 unsent frames.
      [packet(2, { timestamp: 10 * FRAME })],
    ];
    const given = run(arrivals);
    expect(given.slice(0, 2)).toEqual(['packet 0', 'packet 1']);
    expect(given.slice(2, 5)).toEqual(['', '', '']);
    expect(given.slice(5, 10)).toEqual(Array.from({ length: 5 }, () => 'quiet'));
    expect(given.at(-1)).toBe('quiet, quiet, quiet, packet 2');
  });

  it('detects a continuing pause sooner than packet loss, and shortens the next pause after late audio', () => {
    const jitterBuffer = new JitterBuffer({ clockRateHz: 48_000, waitMs: 60, pauseWaitMs: 20 });
    const given = run([[packet(0)], [packet(1, { endsTalk: true })], ...nothing(5)], jitterBuffer);
    expect(given).toEqual(['packet 0', 'packet 1', '', 'quiet', 'quiet', 'quiet', 'quiet']);
    // Captured 40 ms ago and in transit since.
    const late = run([[packet(2, { timestamp: 4 * FRAME, endsTalk: true })]], jitterBuffer);
    expect(late).toEqual(['packet 2']);
    const next = run([...nothing(3), [packet(3, { timestamp: 11 * FRAME })]], jitterBuffer);
    expect(count(next, 'quiet')).toBe(11 - 5 - 2);
    expect(next.at(-1)).toMatch(/packet 3$/);
  });

  it('conceals late packets, plays them on arrival, and waits longer for the next', () => {
    const late = [2, 3, 4, 5, 6].map((index) => packet(index));
    const arrivals = [...inTime(2), ...nothing(5), late, [packet(7)], ...nothing(5), [packet(8)]];
    expect(run(arrivals)).toEqual([
      'packet 0',
      'packet 1',
      ...['', '', '', 'starved', 'starved'],
      'packet 2, packet 3, packet 4, packet 5, packet 6',
      'packet 7',
      ...['', '', '', '', 'starved'],
      'packet 8',
    ]);
  });

  it('drops needless concealment in the next pause, so that audio never exceeds real time', () => {
    const jitterBuffer = buffer();
    const late = [2, 3, 4, 5, 6].map((index) => packet(index));
    run([...inTime(2), ...nothing(5), late], jitterBuffer);
    expect(run(inTime(3, 7), jitterBuffer)).toEqual(['packet 7', 'packet 8', 'packet 9']);
    expect(run(inTime(4, 10), jitterBuffer, true)).toEqual(['', '', 'packet 12', 'packet 13']);
  });

  it('shortens a DTX pause by needless concealment', () => {
    const jitterBuffer = buffer();
    const late = [2, 3, 4, 5, 6].map((index) => packet(index, { endsTalk: index === 6 }));
    expect(count(run([...inTime(2), ...nothing(5), late], jitterBuffer), 'starved')).toBe(2);
    const afterPause = packet(7, { timestamp: 14 * FRAME });
    const given = run([...nothing(6), [afterPause]], jitterBuffer);
    expect(count(given, 'quiet')).toBe(5);
    expect(given.at(-1)).toMatch(/packet 7$/);
  });

  it('counts the whole pause when it is dropped at once', () => {
    const jitterBuffer = buffer();
    run(inTime(2), jitterBuffer);
    const madeUp = count(run(nothing(100), jitterBuffer), 'starved');
    expect(madeUp).toBeGreaterThan(90);
    // In transit: a DTX pause with one packet in twenty-one.
    const late = [2, 3, 4, 5].map((index) =>
      packet(index, { timestamp: (2 + (index - 2) * 21) * FRAME, endsTalk: true }),
    );
    run([late], jitterBuffer);
    const speech = Array.from({ length: 50 }, (_, index) => [
      packet(6 + index, { timestamp: (86 + index) * FRAME }),
    ]);
    const given = run([...nothing(19), ...speech], jitterBuffer);
    expect(count(given, 'packet')).toBe(50);
  });

  it('drops nothing when the sender itself stalled', () => {
    const jitterBuffer = buffer();
    run(inTime(2), jitterBuffer);
    const madeUp = count(run(nothing(100), jitterBuffer), 'starved');
    expect(madeUp).toBeGreaterThan(90);
    const given = run(inTime(50, 2), jitterBuffer, true);
    expect(count(given, 'packet')).toBe(50);
  });

  it('drops nothing after the sender stalled, even if packets come in bursts since', () => {
    const jitterBuffer = buffer();
    run([...inTime(2), ...nothing(200)], jitterBuffer);
    const burst = Array.from({ length: 8 }, (_, index) => packet(5 + index));
    const arrivals = [...inTime(3, 2), ...nothing(7), burst, ...inTime(40, 13)];
    expect(count(run(arrivals, jitterBuffer), 'packet')).toBe(51);
  });

  it('drops only the excess over one second during speech', () => {
    const jitterBuffer = buffer();
    run(inTime(2), jitterBuffer);
    const starved = count(run(nothing(70), jitterBuffer), 'starved');
    const late = Array.from({ length: 70 }, (_, index) => packet(2 + index));
    const given = count(run([late], jitterBuffer), 'packet');
    expect(starved).toBeGreaterThan(60);
    expect(given).toBe(70 - (starved - 50));
  });

  it('adds no delay after a long loss', () => {
    const arrivals = [...inTime(2), ...nothing(10), ...inTime(5, 12)];
    const given = run(arrivals);
    expect(given.slice(-2)).toEqual(['packet 15', 'packet 16']);
    expect(count(given, 'starved') + count(given, 'lost') + count(given, 'recover')).toBe(10);
  });

  it('returns to the configured wait after two seconds without late packets', () => {
    const jitterBuffer = buffer();
    const late = Array.from({ length: 9 }, (_, index) => packet(1 + index));
    run([...inTime(1), ...nothing(9), late], jitterBuffer);
    const rightAfter = run(
      [...inTime(1, 10), ...nothing(7), [11, 12, 13, 14, 15, 16, 17, 18].map((index) => packet(index))],
      jitterBuffer,
    );
    expect(count(rightAfter, 'starved')).toBe(0);
    run(inTime(300, 19), jitterBuffer);
    expect(count(run(nothing(7), jitterBuffer), 'starved')).toBeGreaterThan(0);
  });

  it('restarts when the stream jumps', () => {
    const jitterBuffer = buffer();
    run(inTime(5), jitterBuffer);
    expect(jitterBuffer.insert(packet(30_000))).toBe('restarted');
    expect(giveOut(jitterBuffer)).toEqual([`packet ${30_000 & 0xff}`]);
  });

  it('limits a client that sends faster than real time to two seconds ahead', () => {
    const jitterBuffer = buffer();
    const flood = Array.from({ length: 900 }, (_, index) => packet(index));
    expect(count(run([flood], jitterBuffer), 'packet')).toBeLessThanOrEqual(102);
    expect(jitterBuffer.depthMs).toBeLessThanOrEqual(2_020);
    expect(count(run(nothing(50), jitterBuffer), 'packet')).toBeLessThanOrEqual(51);
  });

  it('limits a client that jumps with each packet in the same way', () => {
    const jumping = Array.from({ length: 900 }, (_, index) =>
      packet(index, { sequenceNumber: (index * 2_000) & 0xffff, timestamp: (index * 1_000 * FRAME) >>> 0 }),
    );
    expect(count(run([jumping]), 'packet')).toBeLessThanOrEqual(102);
  });

  it('releases packets longer than a frame whole', () => {
    const long = Array.from({ length: 3 }, (_, index) =>
      packet(index, { timestamp: index * 3 * FRAME, durationTicks: 3 * FRAME }),
    );
    const arrivals = long.flatMap((each) => [[each], [], []]);
    expect(run(arrivals)).toEqual(['packet 0', '', '', 'packet 1', '', '', 'packet 2', '', '']);
  });
});
