import type { Clock } from '../../common/clock/index.js';
import type { AppConfig } from '../../common/config/index.js';
import type { AccountRefusals } from '../../quotas/index.js';
import type { Trunk } from '../trunks/trunk.js';
import { MessageBudget } from './message-budget.js';

const trunkOf = (accountId: string) => ({ id: `trk_${accountId}`, accountId }) as Trunk;

function budgetOf() {
  const told: object[] = [];
  const clock = { nowMs: 0 };
  const budget = new MessageBudget(
    { log: (reached: object) => void told.push(reached) } as unknown as AccountRefusals,
    { monotonicMs: () => clock.nowMs } as Clock,
    { telephony: { messagesPerSecond: 20, requestsPerSecond: 10 } } as AppConfig,
  );
  const count = (tries: number, one: () => boolean) =>
    Array.from({ length: tries }, one).filter(Boolean).length;
  return { told, clock, budget, count };
}

describe('budget of SIP messages', () => {
  it('bounds what is read of an address, and of no other', () => {
    const { budget, clock, count, told } = budgetOf();
    const reads = (address: string) => () => budget.reads(address, () => [trunkOf('a'), trunkOf('b')]);
    expect(count(1_000, reads('192.0.2.1'))).toBe(40);
    expect(count(30, reads('192.0.2.2'))).toBe(30);
    clock.nowMs = 1_000;
    expect(count(1_000, reads('192.0.2.1'))).toBe(20);
    expect(told[0]).toMatchObject({ accountId: 'a', used: expect.stringContaining('192.0.2.1') });
    expect(told[1]).toMatchObject({ accountId: 'b' });
  });

  it('counts an IPv6 network as one address', () => {
    const { budget, count } = budgetOf();
    let host = 0;
    expect(count(1_000, () => budget.reads(`2001:db8::${(host += 1).toString(16)}`, () => []))).toBe(40);
  });

  it('bounds the requests of an account over all its trunks and addresses, and of no other account', () => {
    const { budget, clock, count, told } = budgetOf();
    const handles =
      (...accounts: string[]) =>
      () =>
        budget.handles(accounts.map(trunkOf));
    expect(count(1_000, handles('a'))).toBe(20);
    expect(told[0]).toMatchObject({ accountId: 'a', used: expect.stringContaining('trk_a') });
    expect(count(15, handles('b'))).toBe(15);
    expect(count(100, handles('a', 'b'))).toBe(100);
    clock.nowMs = 500;
    expect(count(1_000, handles('a'))).toBe(5);
  });
});
