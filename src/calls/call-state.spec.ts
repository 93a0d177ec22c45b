import fc from 'fast-check';
import { type CallStateEvent, type CallState, newCallState, transition } from './call-state.js';

const events: readonly CallStateEvent[] = [
  { kind: 'media-connected' },
  { kind: 'media-failed', failure: 'worker-died' },
  { kind: 'media-failed', failure: 'media-timeout' },
  { kind: 'socket-lost' },
  { kind: 'socket-took-over' },
  { kind: 'grace-over' },
  { kind: 'client-close' },
  { kind: 'agent-hang-up' },
  { kind: 'agent-failed' },
  { kind: 'account-suspended' },
  { kind: 'max-duration' },
  { kind: 'shutdown' },
];

const after = (...kinds: CallStateEvent[]): CallState =>
  kinds.reduce((state, event) => transition(state, event).state, newCallState);

describe('call state machine', () => {
  it('starts the agent once, when media is up', () => {
    expect(transition(newCallState, { kind: 'media-connected' }).startAgent).toBe(true);
    const connected = after({ kind: 'media-connected' });
    expect(transition(connected, { kind: 'media-connected' }).startAgent).toBeUndefined();
  });

  it('outlives its socket for the grace time unless another socket takes over', () => {
    const lost = after({ kind: 'media-connected' }, { kind: 'socket-lost' });
    expect(lost.attached).toBe(false);
    expect(transition(lost, { kind: 'grace-over' }).end?.reason).toBe('connection-lost');
    const taken = transition(lost, { kind: 'socket-took-over' });
    expect(taken.stopGrace).toBe(true);
    expect(transition(taken.state, { kind: 'grace-over' }).end).toBeUndefined();
  });

  it.each([
    ['media-failed', { kind: 'media-failed', failure: 'worker-died' }, true, 'media-failure'],
    ['connection-lost', { kind: 'media-failed', failure: 'media-timeout' }, false, 'media-failure'],
    ['client-close', { kind: 'media-failed', failure: 'peer-closed' }, false, 'close'],
    ['agent-failed', { kind: 'agent-failed' }, true, 'agent-failure'],
    ['client-close', { kind: 'client-close' }, false, 'nothing'],
    ['agent-hang-up', { kind: 'agent-hang-up' }, false, 'close'],
    ['account-suspended', { kind: 'account-suspended' }, false, 'close'],
    ['max-duration', { kind: 'max-duration' }, false, 'close'],
    ['shutdown', { kind: 'shutdown' }, false, 'close'],
  ] as const)('ends with %s after %j', (reason, event, crashed, tell) => {
    expect(transition(after({ kind: 'media-connected' }), event).end).toEqual({ reason, crashed, tell });
  });

  it('ends exactly once for any sequence of events', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 30 }), (sequence) => {
        let state = newCallState;
        let ends = 0;
        for (const event of sequence) {
          const next = transition(state, event);
          if (next.end) ends++;
          state = next.state;
        }
        expect(ends).toBe(state.phase === 'ended' ? 1 : 0);
      }),
    );
  });
});
