import { KeyReader } from '../rtp/key-reader.js';
import { isControl, ntpMiddleOf, readReport, writeBye, writeReport } from './control-packets.js';
import { Reception } from './reception.js';

const event = (code: number, end = false) => Buffer.from([code, end ? 0x8a : 0x0a, 0, 160]);

describe('DTMF over RTP', () => {
  it('counts each key once across repeats, also the same key twice', () => {
    const reader = new KeyReader();
    const heard: (string | undefined)[] = [];
    for (const [code, timestamp] of [
      [5, 1_000],
      [5, 3_000],
      [11, 5_000],
    ] as const) {
      for (const end of [false, false, true, true, true])
        heard.push(reader.take(event(code, end), timestamp));
    }
    expect(heard.filter((key) => key !== undefined)).toEqual(['5', '5', '#']);
  });

  it('counts when only the last packet arrives, but not when it is late', () => {
    const reader = new KeyReader();
    expect(reader.take(event(1, true), 0xffff_ff00)).toBe('1');
    expect(reader.take(event(2, true), 0x100)).toBe('2');
    expect(reader.take(event(1, true), 0xffff_ff00)).toBeUndefined();
  });

  it.each([Buffer.alloc(0), Buffer.from([1, 2, 3]), event(16), event(255)])(
    'ignores other events: %p',
    (payload) => {
      expect(new KeyReader().take(payload, 1)).toBeUndefined();
    },
  );
});

describe('RTCP reports on a stream', () => {
  it('compute loss and jitter per RFC 3550', () => {
    const reception = new Reception(8_000);
    for (let packet = 0; packet < 100; packet += 1) {
      if (packet % 10 === 5) continue;
      const sequenceNumber = (65_500 + packet) & 0xffff;
      reception.take({ ssrc: 1, sequenceNumber, timestamp: packet * 160 }, packet * 20);
    }
    expect(reception.lost).toBe(10);
    expect(reception.jitterMs).toBeLessThan(0.01);
    expect(reception.report()).toMatchObject({ fractionLost: 25, lost: 10, highestSequence: 65_599 });
    expect(reception.report().fractionLost).toBe(0);
  });

  it('keep the losses of a source after it changes', () => {
    const reception = new Reception(8_000);
    for (const sequenceNumber of [1, 2, 5]) reception.take({ ssrc: 1, sequenceNumber, timestamp: 0 }, 0);
    for (const sequenceNumber of [900, 902]) reception.take({ ssrc: 2, sequenceNumber, timestamp: 0 }, 0);
    expect(reception.lost).toBe(3);
  });

  it('survive a round trip', () => {
    const nowMs = 1_700_000_000_500;
    const about = {
      ssrc: 42,
      fractionLost: 64,
      lost: 7,
      highestSequence: 9,
      jitterTicks: 3,
      lastReport: 99,
      sinceLastReportMs: 500,
    };
    const own = { ssrc: 7, cname: 'abc', nowMs, rtpTimestamp: 1, packetsSent: 2, bytesSent: 3, about };
    const report = writeReport(own);
    expect(isControl(report)).toBe(true);
    expect(readReport(report, 42)).toEqual({
      ntpMiddle: ntpMiddleOf(nowMs),
      ours: { lastReport: 99, delay: 32_768, fractionLost: 0.25 },
      bye: false,
    });
    expect(readReport(Buffer.concat([report, writeBye(7)]), 42)?.bye).toBe(true);
  });

  it('tolerate garbage', () => {
    for (let length = 0; length < 200; length += 1) {
      for (const fill of [0x80, 0x9f, 0xc8, 0xff]) {
        const packet = Buffer.alloc(length, fill);
        if (length > 1) packet[1] = 200 + (length % 4);
        expect(() => readReport(packet, 1)).not.toThrow();
      }
    }
  });
});
