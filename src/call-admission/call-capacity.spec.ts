import type { QuotaName } from '../common/config/index.js';
import { CallCapacity, type CallSlot, type CapacityLimits } from './call-capacity.js';
import type { CallRefusal } from './call-refusal.js';

const LIMITS: CapacityLimits = {
  maxConcurrent: 10,
  maxUnconnectedPerToken: 3,
};
const QUOTAS: Partial<Record<QuotaName, number>> = {
  concurrentCalls: 8,
  concurrentCallsPerAgent: 7,
  unconnectedCalls: 5,
};

const capacityOf = (limits = LIMITS, elsewhere = () => 0) =>
  new CallCapacity(limits, { of: (_account, name) => QUOTAS[name] ?? 0 }, elsewhere);

const owner = (accountId: string, agentId = `agent of ${accountId}`, token = agentId) => ({
  accountId,
  agentId,
  tokenHash: Buffer.from(token),
});

function slotOf(outcome: CallSlot | CallRefusal): CallSlot {
  if (outcome.kind === 'refused') throw new Error(outcome.message);
  return outcome;
}
const messageOf = (outcome: CallSlot | CallRefusal) =>
  outcome.kind === 'refused' ? outcome.message : 'placed';

describe('CallCapacity', () => {
  it('limits calls without media per token and leaves other tokens their share', () => {
    const capacity = capacityOf();
    const outcomes = Array.from({ length: 220 }, () => capacity.take(owner('mine')));
    expect(outcomes.filter(({ kind }) => kind === 'slot')).toHaveLength(3);
    expect(messageOf(capacity.take(owner('mine')))).toContain('The token has 3 calls whose media');
    expect(messageOf(capacity.take(owner('other')))).toBe('placed');
  });

  it('limits calls without media per account across its tokens', () => {
    const capacity = capacityOf();
    for (let i = 0; i < 5; i += 1) slotOf(capacity.take(owner('mine', `agent ${i}`)));
    expect(messageOf(capacity.take(owner('mine', 'agent 9')))).toContain(
      'The account has 5 calls whose media',
    );
  });

  it('stops counting a call as unconnected once media is up, until it ends', () => {
    const capacity = capacityOf();
    const slots = Array.from({ length: 7 }, () => {
      const slot = slotOf(capacity.take(owner('mine')));
      slot.connected();
      return slot;
    });
    expect(messageOf(capacity.take(owner('mine')))).toContain('The agent has 7 calls, which');
    slotOf(capacity.take(owner('mine', 'second agent'))).connected();
    expect(messageOf(capacity.take(owner('mine', 'third agent')))).toContain(
      'The account has 8 calls, which',
    );
    slots[0]?.free();
    slots[0]?.free();
    expect(capacity.taken).toBe(7);
    expect(messageOf(capacity.take(owner('mine', 'third agent')))).toBe('placed');
  });

  it("resumes migrated calls beyond account-wide limits, but within this server's limit", () => {
    const capacity = capacityOf({ ...LIMITS, maxConcurrent: 2 }, () => 100);
    const unsaid = { origins: [], caller: undefined, isVariantFixed: false, maxCallSeconds: undefined };
    const ofOneCall = { ...owner('mine'), terms: { tokenId: 'token', maxConcurrentCalls: 1, ...unsaid } };
    expect(messageOf(capacity.take(ofOneCall))).toContain('The account has 8 calls, which');
    for (let i = 0; i < 2; i += 1) slotOf(capacity.take(ofOneCall, true));
    expect(messageOf(capacity.take(ofOneCall, true))).toContain('This server has 2 calls');
  });

  it('applies the limit on calls without media to migrated calls', () => {
    const capacity = capacityOf();
    for (let i = 0; i < 3; i += 1) slotOf(capacity.take(owner('mine'), true));
    expect(messageOf(capacity.take(owner('mine'), true))).toContain('The token has 3 calls whose media');
  });

  it('releases every slot when an unconnected call ends', () => {
    const capacity = capacityOf();
    for (let i = 0; i < 50; i += 1) slotOf(capacity.take(owner('mine'))).free();
    expect(capacity.taken).toBe(0);
  });
});
