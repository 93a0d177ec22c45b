import type { ProviderEvent } from '../connection/index.js';
import { LiveConversation } from './live-conversation.js';
import type { LiveEvent } from './protocol/live-event.js';

const audio = (base64 = 'AAAA'): LiveEvent => ({ kind: 'audio', base64 });
const words = (delta: string): LiveEvent => ({ kind: 'caller-words', delta });
const TURN_COMPLETE: LiveEvent = { kind: 'turn-complete' };

describe('LiveConversation', () => {
  let conversation: LiveConversation;
  beforeEach(() => (conversation = new LiveConversation()));

  const translate = (...events: LiveEvent[]): ProviderEvent[] =>
    events.flatMap((event) => conversation.translate(event));
  const kindsOf = (events: readonly ProviderEvent[]) => events.map(({ kind }) => kind);
  const responseOf = (event: ProviderEvent | undefined) =>
    event && 'responseId' in event ? event.responseId : undefined;

  it("tells the caller's words as one item, whose end is the beginning of the answer", () => {
    const events = translate(words('where '), words('are you'), audio(), audio(), TURN_COMPLETE);
    expect(kindsOf(events)).toEqual([
      'caller-heard',
      'caller-transcript-delta',
      'reply-due',
      'caller-heard',
      'caller-transcript-delta',
      'reply-due',
      'response-created',
      'caller-transcript',
      'audio',
      'audio',
      'response-done',
    ]);
    expect(events.find(({ kind }) => kind === 'caller-transcript')).toMatchObject({ text: 'where are you' });
    const answer = events.filter((event) => 'responseId' in event).map(responseOf);
    expect(new Set(answer).size).toBe(1);
  });

  it('names, for a new connection, the calls whose answers the server may not have, and no others', () => {
    const call = (id: string): LiveEvent => ({
      kind: 'function-calls',
      calls: [{ id, name: 'book', argumentsText: '{}' }],
    });
    translate(call('heard'));
    conversation.takeFunction('heard');
    translate(audio(), TURN_COMPLETE, call('sent'), call('waited-for'));
    conversation.takeFunction('sent');
    expect(conversation.reconnect()).toEqual(['waited-for', 'sent']);
    expect(conversation.reconnect()).toEqual([]);
  });

  it('takes words that come while their answer is heard for no new question', () => {
    expect(kindsOf(translate(audio(), words('late')))).not.toContain('reply-due');
  });

  it('begins another answer after one that was given up, and ends only that one', () => {
    const [first] = translate(audio());
    expect(kindsOf(translate({ kind: 'interrupted' }, TURN_COMPLETE))).toEqual(['interrupted']);
    const [second] = translate(audio());
    expect(responseOf(second)).not.toBe(responseOf(first));
    expect(translate(TURN_COMPLETE)).toEqual([
      { kind: 'response-done', responseId: responseOf(second), status: 'completed' },
    ]);
  });

  it('drops what still comes of an answer while it is told a turn, and answers after it', () => {
    translate(audio());
    conversation.turnBegins();
    const late: LiveEvent[] = [audio(), { kind: 'agent-words', delta: 'and so' }, TURN_COMPLETE];
    expect(translate(...late)).toEqual([]);
    conversation.turnEnds();
    expect(kindsOf(translate(audio()))).toEqual(['response-created', 'audio']);
  });

  it('says that the server had nothing to say where a turn ends without an answer', () => {
    expect(translate(TURN_COMPLETE)).toEqual([
      { kind: 'response-done', responseId: undefined, status: 'completed' },
    ]);
  });

  it('gives the name of a called function once, and of none that was cancelled or lost with the connection', () => {
    const calls = ['a', 'b', 'c'].map((id) => ({ id, name: `name of ${id}`, argumentsText: '{}' }));
    const events = translate({ kind: 'function-calls', calls });
    expect(kindsOf(events)).toEqual(['function-call', 'function-call', 'function-call', 'functions-called']);
    expect([conversation.takeFunction('a'), conversation.takeFunction('a')]).toEqual([
      'name of a',
      undefined,
    ]);
    translate({ kind: 'functions-cancelled', ids: ['b'] });
    expect(conversation.takeFunction('b')).toBeUndefined();
    conversation.reconnect();
    expect(conversation.takeFunction('c')).toBeUndefined();
  });

  it('begins a new answer on a new connection', () => {
    const [before] = translate(audio());
    conversation.reconnect();
    const [after] = translate(audio());
    expect(kindsOf([before!, after!])).toEqual(['response-created', 'response-created']);
    expect(responseOf(after)).not.toBe(responseOf(before));
  });
});
