import { Clock } from '../common/clock/index.js';
import { ConversationFeed } from './conversation-feed.js';
import type { LiveCallEvent } from './live-call-event.js';

class HandClock extends Clock {
  elapsedMs = 0;
  now = () => new Date(this.elapsedMs);
  monotonicMs = () => this.elapsedMs;
}

const hash = (byte: number) => new Uint8Array(32).fill(byte);
const said = (turnId: string, text: string, final = false): LiveCallEvent => ({
  kind: 'transcript',
  speaker: 'agent',
  turnId,
  text,
  final,
});

function feedWithCall() {
  const clock = new HandClock();
  const feed = new ConversationFeed(clock);
  feed.open('sess_1', hash(1));
  const read = () => {
    const heard: LiveCallEvent[] = [];
    const stop = feed.subscribe('sess_1', (event) => heard.push(event));
    return { heard, stop };
  };
  return { clock, feed, read };
}

describe('ConversationFeed', () => {
  it('is readable only with the token that opened the session, and hides unknown sessions', () => {
    const { feed } = feedWithCall();
    expect(feed.mayRead('sess_1', hash(1))).toBe(true);
    expect(feed.mayRead('sess_1', hash(2))).toBe(false);
    expect(feed.mayRead('sess_1', new Uint8Array(0))).toBe(false);
    expect(feed.mayRead('sess_2', hash(1))).toBe(false);
  });

  it('replays the latest text of each turn and the state to a late reader, then live events', () => {
    const { feed, read } = feedWithCall();
    feed.publish('sess_1', { kind: 'state', state: 'connected' });
    feed.publish('sess_1', said('t1', 'Hel'));
    feed.publish('sess_1', said('t1', 'Hello', true));
    feed.publish('sess_1', { kind: 'state', state: 'listening' });
    const { heard } = read();
    expect(heard).toEqual([said('t1', 'Hello', true), { kind: 'state', state: 'listening' }]);
    feed.publish('sess_1', said('t2', 'Yes'));
    expect(heard.at(-1)).toEqual(said('t2', 'Yes'));
  });

  it('replays events to a late reader in increasing order', () => {
    const { feed } = feedWithCall();
    feed.publish('sess_1', said('t1', 'Hel'));
    feed.publish('sess_1', { kind: 'state', state: 'listening' });
    feed.publish('sess_1', said('t1', 'Hello', true));
    const numbers: number[] = [];
    feed.subscribe('sess_1', (_event, number) => numbers.push(number));
    expect(numbers).toEqual([2, 3]);
  });

  it("replays the agent's actions to a late reader", () => {
    const { feed, read } = feedWithCall();
    const refused = { kind: 'action', action: 'transfer', done: false } as const;
    feed.publish('sess_1', refused);
    expect(read().heard).toEqual([refused]);
  });

  it('bounds its history for calls of any length', () => {
    const { feed, read } = feedWithCall();
    for (let turn = 0; turn < 1_000; turn++) feed.publish('sess_1', said(`t${turn}`, 'word', true));
    const { heard } = read();
    expect(heard).toHaveLength(200);
    expect(heard[0]).toEqual(said('t800', 'word', true));
  });

  it('publishes nothing after the end, reports the end to late readers and forgets it after a minute', () => {
    const { clock, feed, read } = feedWithCall();
    const early = read();
    feed.publish('sess_1', { kind: 'ended', reason: 'caller-hung-up' });
    feed.publish('sess_1', said('t1', 'ghost'));
    expect(early.heard).toEqual([{ kind: 'ended', reason: 'caller-hung-up' }]);
    expect(read().heard).toEqual(early.heard);
    clock.elapsedMs = 60_001;
    feed.open('sess_2', hash(2));
    expect(feed.mayRead('sess_1', hash(1))).toBe(false);
  });

  it('stops after unsubscribing without affecting other sessions', () => {
    const { feed, read } = feedWithCall();
    const { heard, stop } = read();
    stop();
    stop();
    feed.publish('sess_1', said('t1', 'Hello'));
    feed.publish('sess_9', said('t1', 'Hello'));
    expect(heard).toEqual([]);
  });
});
