import { LineBudget } from './line-budget.js';
import { parseUnroutedPacket, UnroutedPackets } from './unrouted-packets.js';

describe('parseUnroutedPacket', () => {
  const warning = (text: string) => `[pid:42] RTC::Transport::ReceiveRtpPacket() | ${text}`;

  it('reads the SSRC and payload type', () => {
    const text = warning('no suitable Producer for received RTP packet [ssrc:4294967295, payloadType:111]');
    expect(parseUnroutedPacket(text)).toEqual({ ssrc: 4_294_967_295, payloadType: 111 });
  });

  it.each([
    warning('received data is not a valid RTP packet'),
    'no suitable Producer for received RTP packet [ssrc:1, payloadType:111]',
    warning('no suitable Producer for received RTP packet [ssrc:, payloadType:111]'),
    '',
  ])('ignores any other line: %j', (text) => expect(parseUnroutedPacket(text)).toBeUndefined());
});

describe('LineBudget', () => {
  it('allows 2,000 lines a second and then reports the length of the rest', () => {
    const budget = new LineBudget();
    for (let line = 0; line < 2_000; line += 1) expect(budget.take(10_000 + line / 4)).toBe(0);
    expect(budget.take(10_600)).toBe(400);
    expect(budget.take(11_000)).toBe(0);
  });
});

describe('UnroutedPackets', () => {
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('enables worker reports from the first waiting call to the last', async () => {
    const told: boolean[] = [];
    const packets = new UnroutedPackets(1, (on) => Promise.resolve(void told.push(on)));
    const stops = [packets.watch(() => undefined), packets.watch(() => undefined)];
    await settled();
    expect(told).toEqual([true]);
    stops[0]?.();
    await settled();
    expect(told).toEqual([true]);
    stops[1]?.();
    await settled();
    expect(told).toEqual([true, false]);
  });

  it('applies the latest wanted state, even if it changes in flight', async () => {
    const told: boolean[] = [];
    const packets = new UnroutedPackets(1, async (on) => {
      await settled();
      told.push(on);
    });
    packets.watch(() => undefined)();
    await settled();
    await settled();
    await settled();
    expect(told.at(-1) ?? false).toBe(false);
  });
});
