import { InboundGuard } from './inbound-guard.js';

describe('InboundGuard', () => {
  it('lets a fast server pass', () => {
    const guard = new InboundGuard();
    for (let index = 0; index < 2_000; index++) expect(guard.arrived(6_400, 100)).toBeUndefined();
    expect(guard.arrived(6_400, 1_100)).toBeUndefined();
  });

  it('stops too many messages and too many bytes in one second', () => {
    const guard = new InboundGuard();
    for (let index = 0; index < 2_000; index++) guard.arrived(10, 5);
    expect(guard.arrived(10, 6)).toBe('PROVIDER_FLOOD');
    expect(new InboundGuard().arrived(17 * 1024 * 1024, 0)).toBe('PROVIDER_FLOOD');
  });

  it('survives a few malformed messages and no more', () => {
    const guard = new InboundGuard();
    for (let index = 0; index < 20; index++) expect(guard.malformed()).toBeUndefined();
    expect(guard.malformed()).toBe('PROVIDER_PROTOCOL');
    expect(guard.counts.malformed).toBe(21);
  });
});
