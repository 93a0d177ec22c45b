import { PeerLatch } from './peer-latch.js';

const announced = { address: '192.168.1.20', port: 4_000 };
const natted = { address: '203.0.113.9', port: 61_000 };
const stranger = { address: '198.51.100.66', port: 4_000 };

describe('audio source of a phone', () => {
  it('is the announced address immediately', () => {
    const latch = new PeerLatch({ address: '203.0.113.9', port: 4_000 }, '203.0.113.9');
    expect(latch.take({ address: '203.0.113.9', port: 4_000 }, 0)).toBe(true);
  });

  it('becomes another port of the signaling address once it persists', () => {
    const latch = new PeerLatch(announced, '203.0.113.9');
    expect(latch.target).toBeUndefined();
    expect(latch.take(natted, 0)).toBe(false);
    expect(latch.take(natted, 20)).toBe(true);
    expect(latch.target).toEqual(natted);
  });

  it('is never an unknown address', () => {
    const latch = new PeerLatch(announced, '203.0.113.9');
    for (let packet = 0; packet < 100; packet += 1) expect(latch.take(stranger, packet * 20)).toBe(false);
    latch.take(natted, 2_000);
    latch.take(natted, 2_020);
    expect(latch.take(stranger, 60_000)).toBe(false);
    expect(latch.target).toEqual(natted);
  });

  it('stays while the caller is heard, and follows a NAT rebinding', () => {
    const latch = new PeerLatch(announced, '203.0.113.9');
    const moved = { address: '203.0.113.9', port: 61_001 };
    latch.take(natted, 0);
    latch.take(natted, 20);
    expect(latch.take(moved, 40)).toBe(false);
    expect(latch.take(moved, 60)).toBe(false);
    expect(latch.take(moved, 2_100)).toBe(false);
    expect(latch.take(moved, 2_120)).toBe(true);
    expect(latch.target).toEqual(moved);
  });

  it('moves to a newly announced address', () => {
    const latch = new PeerLatch({ address: '203.0.113.9', port: 4_000 }, '203.0.113.9');
    latch.take({ address: '203.0.113.9', port: 4_000 }, 0);
    latch.announce({ address: '203.0.113.50', port: 5_000 });
    expect(latch.target).toEqual({ address: '203.0.113.50', port: 5_000 });
    expect(latch.take({ address: '203.0.113.50', port: 5_000 }, 20)).toBe(true);
  });

  it('may be any address when SRTP authenticates the packet', () => {
    const latch = new PeerLatch(announced, '203.0.113.9');
    expect(latch.take(stranger, 0, true)).toBe(true);
  });
});
