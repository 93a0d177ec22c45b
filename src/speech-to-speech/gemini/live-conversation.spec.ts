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

  it("reports the caller's words as one item that ends when the answer begins", () => {
    const events = translate(words('where '), words('are you'), audio(), audio(), TURN_COMPLETE);
    expect(kindsOf(events)).toEqual([
      'caller-item',
      'caller-heard',
      'caller-transcript-delta',
      'reply-due',
      'caller-heard',
      'caller-transcript-delta',
      'reply-due',
      'response-created',
      'caller-transcript',
      'agent-item',
      'audio',
      'audio',
      'response-done',
    ]);
    expect(events.find(({ kind }) => kind === 'caller-transcript')).toMatchObject({ text: 'where are you' });
    const answer = events.filter((event) => 'responseId' in event).map(responseOf);
    expect(new Set(answer).size).toBe(1);
  });

  it('lists calls with possibly undelivered answers for a new connection', () => {
    const call = (id: string): LiveEvent => ({
      kind: 'function-calls',
      calls: [{ id, name: 'book', argumentsText: '{}' }],
    });
    translate(call('heard'));
    conversation.takeFunction('heard');
    translate(audio(), TURN_COMPLETE, call('sent'), call('waited-for'));
    conversation.takeFunction('sent');
    const callIds = ['waited-for', 'sent'];
    expect(conversation.reconnect(true)).toEqual([{ kind: 'functions-cancelled', callIds }]);
    expect(conversation.reconnect(true)).toEqual([]);
  });

  it('does not treat words during their own answer as a new question', () => {
    expect(kindsOf(translate(audio(), words('late')))).not.toContain('reply-due');
  });

  it('starts another answer after an abandoned one and ends only that', () => {
    const [first] = translate(audio());
    expect(kindsOf(translate({ kind: 'interrupted' }, TURN_COMPLETE))).toEqual(['interrupted']);
    const [second] = translate(audio());
    expect(responseOf(second)).not.toBe(responseOf(first));
    expect(translate(TURN_COMPLETE)).toEqual([
      { kind: 'response-done', responseId: responseOf(second), status: 'completed' },
    ]);
  });

  it('drops leftover audio of an answer during a new turn, and answers afterwards', () => {
    translate(audio());
    conversation.turnBegins();
    expect(translate(audio(), TURN_COMPLETE)).toEqual([]);
    conversation.turnEnds();
    expect(kindsOf(translate(audio()))).toEqual(['response-created', 'agent-item', 'audio']);
  });

  it('reports an empty answer when a turn ends without one', () => {
    expect(translate(TURN_COMPLETE)).toEqual([
      { kind: 'response-done', responseId: undefined, status: 'completed' },
    ]);
  });

  it("returns a called function's name once, unless it was cancelled or lost with the connection", () => {
    const calls = ['a', 'b', 'c'].map((id) => ({ id, name: `name of ${id}`, argumentsText: '{}' }));
    const events = translate({ kind: 'function-calls', calls });
    expect(kindsOf(events)).toEqual(['function-call', 'function-call', 'function-call', 'functions-called']);
    expect([conversation.takeFunction('a'), conversation.takeFunction('a')]).toEqual([
      'name of a',
      undefined,
    ]);
    translate({ kind: 'functions-cancelled', ids: ['b'] });
    expect(conversation.takeFunction('b')).toBeUndefined();
    conversation.reconnect(true);
    expect(conversation.takeFunction('c')).toBeUndefined();
  });

  const said = (delta: string): LiveEvent => ({ kind: 'agent-words', delta });
  /** Speech of `ms` milliseconds. */
  const speech = (ms: number) => audio('A'.repeat((ms * 24 * 2 * 4) / 3));
  const answerTo = (...events: LiveEvent[]) =>
    responseOf(translate(...events).find(({ kind }) => kind === 'audio'));

  it.each<[string, readonly LiveEvent[]]>([
    ['before the caller speaks again', []],
    ['once the caller has spoken again', [words('and tomorrow')]],
    ['once the next turn is known to be silent', [words('and'), words(' tomorrow')]],
  ])('assigns words that arrive late, %s, to the answer they belong to', (_when, between) => {
    const first = answerTo(speech(3_000), TURN_COMPLETE);
    translate(...between);
    const [late] = translate(said('It is open.'));
    expect(late).toMatchObject({ kind: 'agent-transcript-delta', responseId: first });
    // The next turn starts as if they had not arrived.
    expect(kindsOf(translate(words(' morning')))).toContain('reply-due');
    expect(answerTo(speech(500))).not.toBe(first);
  });

  it('assigns the remaining words to the answer that lacks them', () => {
    const first = answerTo(speech(4_000), said('It is '), TURN_COMPLETE);
    translate(words('thanks'));
    expect(responseOf(translate(said('open.')).at(-1))).toBe(first);
  });

  it('assigns words before their audio to the new turn when the previous one is complete', () => {
    const first = answerTo(speech(1_000), said('It is open until five.'), TURN_COMPLETE);
    translate(words('thanks'));
    const begun = translate(said('You are welcome.'));
    expect(kindsOf(begun)).toEqual(['agent-item', 'agent-transcript-delta']);
    expect(responseOf(begun[0])).not.toBe(first);
    expect(answerTo(speech(500))).toBe(responseOf(begun[0]));
  });

  it('drops late words of an abandoned answer', () => {
    const first = answerTo(speech(3_000));
    translate({ kind: 'interrupted' }, TURN_COMPLETE);
    expect(responseOf(translate(said('and so on'))[0])).toBe(first);
    expect(kindsOf(translate(words('stop')))).toContain('reply-due');
  });

  it('waits for the answer when a turn completes with function calls', () => {
    translate(words('book'));
    translate({ kind: 'function-calls', calls: [{ id: 'a', name: 'book', argumentsText: '{}' }] });
    expect(translate(TURN_COMPLETE)).toEqual([]);
    conversation.takeFunction('a');
    expect(translate(TURN_COMPLETE)).toEqual([]);
    expect(kindsOf(translate(audio(), TURN_COMPLETE))).toContain('response-done');
  });

  it("keeps the caller's words so far when a session is replaced", () => {
    translate(words('where are'));
    expect(conversation.reconnect(true)).toEqual([]);
    expect(conversation.reconnect(false)).toMatchObject([{ kind: 'caller-transcript', text: 'where are' }]);
  });

  it('starts a new answer on a new connection', () => {
    const [before] = translate(audio());
    conversation.reconnect(true);
    const [after] = translate(audio());
    expect(kindsOf([before!, after!])).toEqual(['response-created', 'response-created']);
    expect(responseOf(after)).not.toBe(responseOf(before));
  });
});
