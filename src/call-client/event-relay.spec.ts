import { Clock } from '../common/clock/index.js';
import { ConversationFeed } from '../conversations/conversation-feed.js';
import { type CallFeature, knownFeatures } from './call-features.js';
import type { ClientConnection, CallNotice } from './client-connection.js';
import { EventRelay } from './event-relay.js';

class StillClock extends Clock {
  now = () => new Date(0);
  monotonicMs = () => 0;
}

const words = (turnId: string, text: string) =>
  ({ kind: 'transcript', speaker: 'agent', turnId, text, final: false }) as const;

function socket() {
  const told: (readonly [number, unknown])[] = [];
  const connection: ClientConnection = {
    isAlive: () => Promise.resolve(true),
    cut: () => undefined,
    notify: (_sessionId, notice: CallNotice) => {
      if (notice.kind === 'event') told.push([notice.number, notice.event]);
    },
  };
  return { told, connection };
}

function call(...features: CallFeature[]) {
  const feed = new ConversationFeed(new StillClock());
  feed.open('sess_1', new Uint8Array(32));
  const relay = new EventRelay('sess_1', feed, knownFeatures(features));
  return { relay, publish: feed.publish.bind(feed, 'sess_1') };
}

describe('EventRelay', () => {
  it('sends only subscribed events, in order', () => {
    const { relay, publish } = call('transcript', 'transfer');
    const { told, connection } = socket();
    relay.attach(connection);
    publish({ kind: 'state', state: 'speaking' });
    publish(words('t1', 'Hello'));
    publish({ kind: 'action', action: 'dtmf', done: false });
    publish({ kind: 'action', action: 'transfer', done: false });
    expect(told.map(([, event]) => event)).toEqual([
      words('t1', 'Hello'),
      { kind: 'action', action: 'transfer', done: false },
    ]);
    expect(told[1]?.[0]).toBeGreaterThan(told[0]?.[0] ?? Number.NaN);
  });

  it('sends nothing until the client subscribes', () => {
    const { relay, publish } = call();
    const { told, connection } = socket();
    relay.attach(connection);
    publish(words('t1', 'Hello'));
    expect(told).toEqual([]);
    relay.ask(knownFeatures(['transcript', 'telepathy']));
    relay.attach(connection);
    expect(told).toEqual([[1, words('t1', 'Hello')]]);
  });

  it('replays events to the next socket with their original numbers', () => {
    const { relay, publish } = call('transcript', 'state');
    const first = socket();
    relay.attach(first.connection);
    publish(words('t1', 'Hello'));
    publish({ kind: 'state', state: 'speaking' });
    relay.detach();
    publish(words('t2', 'Yes'));
    const second = socket();
    relay.attach(second.connection);
    expect(first.told.map(([number]) => number)).toEqual([1, 2]);
    expect(second.told).toEqual([
      [1, words('t1', 'Hello')],
      [2, { kind: 'state', state: 'speaking' }],
      [3, words('t2', 'Yes')],
    ]);
    publish(words('t2', 'Yes, please'));
    expect(second.told.at(-1)).toEqual([4, words('t2', 'Yes, please')]);
    expect(first.told).toHaveLength(2);
  });
});
