import { CallCapacity, type CallPlace, type CapacityLimits } from './call-capacity.js';
import type { CallRefusal } from './call-refusal.js';

const LIMITS: CapacityLimits = {
  maxConcurrent: 10,
  maxConcurrentPerAccount: 8,
  maxConcurrentPerAgent: 7,
  maxUnconnectedPerAccount: 5,
  maxUnconnectedPerToken: 3,
};

const owner = (accountId: string, agentId = `agent of ${accountId}`, token = agentId) => ({
  accountId,
  agentId,
  tokenHash: Buffer.from(token),
});

function placed(outcome: CallPlace | CallRefusal): CallPlace {
  if (outcome.kind === 'refused') throw new Error(outcome.message);
  return outcome;
}
const messageOf = (outcome: CallPlace | CallRefusal) =>
  outcome.kind === 'refused' ? outcome.message : 'placed';

describe('the places for calls', () => {
  it('are refused to a token with too many calls that never connect, and left to others', () => {
    const capacity = new CallCapacity(LIMITS);
    const outcomes = Array.from({ length: 220 }, () => capacity.take(owner('mine')));
    expect(outcomes.filter(({ kind }) => kind === 'place')).toHaveLength(3);
    expect(messageOf(capacity.take(owner('mine')))).toContain('The token has 3 calls whose media');
    expect(messageOf(capacity.take(owner('other')))).toBe('placed');
  });

  it('are refused to an account whose tokens together have too many such calls', () => {
    const capacity = new CallCapacity(LIMITS);
    for (let i = 0; i < 5; i += 1) placed(capacity.take(owner('mine', `agent ${i}`)));
    expect(messageOf(capacity.take(owner('mine', 'agent 9')))).toContain(
      'The account has 5 calls whose media',
    );
  });

  it('no longer count as unconnected once media is up, and count as calls until they end', () => {
    const capacity = new CallCapacity(LIMITS);
    const places = Array.from({ length: 7 }, () => {
      const place = placed(capacity.take(owner('mine')));
      place.connected();
      return place;
    });
    expect(messageOf(capacity.take(owner('mine')))).toContain('The agent has 7 calls, which');
    placed(capacity.take(owner('mine', 'second agent'))).connected();
    expect(messageOf(capacity.take(owner('mine', 'third agent')))).toContain(
      'The account has 8 calls, which',
    );
    places[0]?.free();
    places[0]?.free();
    expect(capacity.taken).toBe(7);
    expect(messageOf(capacity.take(owner('mine', 'third agent')))).toBe('placed');
  });

  it('are refused to no call that goes on here by what counts elsewhere, where it counts as well', () => {
    const capacity = new CallCapacity({ ...LIMITS, maxConcurrent: 2 }, () => 100);
    const unsaid = { origins: [], caller: undefined, isVariantFixed: false, maxCallSeconds: undefined };
    const ofOneCall = { ...owner('mine'), terms: { tokenId: 'token', maxConcurrentCalls: 1, ...unsaid } };
    expect(messageOf(capacity.take(ofOneCall))).toContain('The account has 8 calls, which');
    for (let i = 0; i < 2; i += 1) placed(capacity.take(ofOneCall, true));
    expect(messageOf(capacity.take(ofOneCall, true))).toContain('This server has 2 calls');
  });

  it('of calls that go on here without media are as few as of others', () => {
    const capacity = new CallCapacity(LIMITS);
    for (let i = 0; i < 3; i += 1) placed(capacity.take(owner('mine'), true));
    expect(messageOf(capacity.take(owner('mine'), true))).toContain('The token has 3 calls whose media');
  });

  it('are given back whole by calls that end unconnected', () => {
    const capacity = new CallCapacity(LIMITS);
    for (let i = 0; i < 50; i += 1) placed(capacity.take(owner('mine'))).free();
    expect(capacity.taken).toBe(0);
  });
});
