import type { MessageCounter } from '../../providers/index.js';
import { InboundGuard } from './inbound-guard.js';

const uncounted: MessageCounter = { ignored: () => undefined, malformed: () => undefined };

describe('InboundGuard', () => {
  it('passes a fast server', () => {
    const guard = new InboundGuard(uncounted);
    for (let index = 0; index < 2_000; index++) expect(guard.arrived(6_400, 100)).toBeUndefined();
    expect(guard.arrived(6_400, 1_100)).toBeUndefined();
  });

  it('limits messages and bytes per second', () => {
    const guard = new InboundGuard(uncounted);
    for (let index = 0; index < 2_000; index++) guard.arrived(10, 5);
    expect(guard.arrived(10, 6)).toBe('PROVIDER_FLOOD');
    expect(new InboundGuard(uncounted).arrived(17 * 1024 * 1024, 0)).toBe('PROVIDER_FLOOD');
  });

  it('tolerates a few malformed messages and counts all of them', () => {
    let malformed = 0;
    const guard = new InboundGuard({ ...uncounted, malformed: () => malformed++ });
    for (let index = 0; index < 20; index++) expect(guard.malformed()).toBeUndefined();
    expect(guard.malformed()).toBe('PROVIDER_PROTOCOL');
    expect(malformed).toBe(21);
  });
});
