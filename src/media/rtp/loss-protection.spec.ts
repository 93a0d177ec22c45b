import { LossProtection } from './loss-protection.js';

describe('loss protection', () => {
  it('is on until a client reports, and then while it loses packets', () => {
    const protection = new LossProtection(1);
    expect(protection.isNeeded).toBe(true);
    protection.note({ packetsSent: 250, packetsLost: 0 }, 5_000);
    expect(protection.isNeeded).toBe(false);
    protection.note({ packetsSent: 500, packetsLost: 2 }, 10_000);
    expect(protection.isNeeded).toBe(false);
    protection.note({ packetsSent: 750, packetsLost: 5 }, 15_000);
    expect(protection.isNeeded).toBe(true);
  });

  it('lasts for a minute after the last loss', () => {
    const protection = new LossProtection(1);
    protection.note({ packetsSent: 250, packetsLost: 25 }, 5_000);
    protection.note({ packetsSent: 500, packetsLost: 50 }, 10_000);
    protection.note({ packetsSent: 750, packetsLost: 50 }, 69_000);
    expect(protection.isNeeded).toBe(true);
    protection.note({ packetsSent: 1_000, packetsLost: 50 }, 70_000);
    expect(protection.isNeeded).toBe(false);
  });

  it('ignores duplicates and periods without packets', () => {
    const protection = new LossProtection(1);
    protection.note({ packetsSent: 250, packetsLost: 0 }, 5_000);
    protection.note({ packetsSent: 250, packetsLost: -3 }, 10_000);
    protection.note({ packetsSent: 250, packetsLost: -3 }, 15_000);
    expect(protection.isNeeded).toBe(false);
  });

  it('is always on at a threshold of 0 %', () => {
    const protection = new LossProtection(0);
    protection.note({ packetsSent: 250, packetsLost: 0 }, 5_000);
    expect(protection.isNeeded).toBe(true);
  });
});
