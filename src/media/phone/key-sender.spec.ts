import { KeyReader } from '../rtp/key-reader.js';
import { KeySender } from './key-sender.js';

const FRAME_TICKS = 160;

/** All packets for these keys as a receiver gets them. */
function frames(keys: string) {
  const sender = new KeySender(8_000);
  void sender.press(keys);
  const sent: { payload: Uint8Array; marker: boolean; timestamp: number }[] = [];
  for (let frame = 0; ; frame += 1) {
    const due = sender.next();
    if (!due) return sent;
    if (!due.packet) continue;
    const { payload, marker, framesAgo } = due.packet;
    sent.push({ payload, marker, timestamp: (frame - framesAgo) * FRAME_TICKS });
  }
}

describe('sent DTMF', () => {
  it('is read as pressed, each key once, also the same one twice', () => {
    const reader = new KeyReader();
    const read = frames('1 1#*D0'.replace(' ', '')).map(({ payload, timestamp }) =>
      reader.take(payload, timestamp),
    );
    expect(read.filter((key) => key !== undefined).join('')).toBe('11#*D0');
  });

  it('keeps its start timestamp, grows in duration and repeats the end three times', () => {
    const packets = frames('5');
    expect(new Set(packets.map(({ timestamp }) => timestamp)).size).toBe(1);
    expect(packets.map(({ marker }) => marker).filter(Boolean)).toHaveLength(1);
    expect(packets[0]?.marker).toBe(true);
    const durations = packets.map(({ payload }) => ((payload[2] ?? 0) << 8) | (payload[3] ?? 0));
    expect(durations).toEqual([160, 320, 480, 640, 800, 960, 960, 960]);
    expect(packets.map(({ payload }) => ((payload[1] ?? 0) & 0x80) !== 0)).toEqual([
      ...Array.from({ length: 5 }, () => false),
      true,
      true,
      true,
    ]);
  });

  it('settles the promise of each key, sent or not', async () => {
    const sender = new KeySender(8_000);
    const [first, second] = [sender.press('1'), sender.press('2')];
    for (let frame = 0; frame < 11; frame += 1) sender.next();
    await expect(first).resolves.toBe(true);
    sender.close();
    await expect(second).resolves.toBe(false);
  });
});
