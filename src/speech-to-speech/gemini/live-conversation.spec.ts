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

  it('names, for a new connection, the calls whose answers the server may not have, and no others', () => {
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
    expect(translate(audio(), TURN_COMPLETE)).toEqual([]);
    conversation.turnEnds();
    expect(kindsOf(translate(audio()))).toEqual(['response-created', 'agent-item', 'audio']);
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
    conversation.reconnect(true);
    expect(conversation.takeFunction('c')).toBeUndefined();
  });

  const said = (delta: string): LiveEvent => ({ kind: 'agent-words', delta });
  /** Speech of so many milliseconds. */
  const speech = (ms: number) => audio('A'.repeat((ms * 24 * 2 * 4) / 3));
  const answerTo = (...events: LiveEvent[]) =>
    responseOf(translate(...events).find(({ kind }) => kind === 'audio'));

  it.each<[string, readonly LiveEvent[]]>([
    ['before the caller speaks again', []],
    ['once the caller has spoken again', [words('and tomorrow')]],
    ['once the next turn is known to be silent', [words('and'), words(' tomorrow')]],
  ])('gives words that come late, %s, to the answer that they were said in', (_when, between) => {
    const first = answerTo(speech(3_000), TURN_COMPLETE);
    translate(...between);
    const [late] = translate(said('It is open.'));
    expect(late).toMatchObject({ kind: 'agent-transcript-delta', responseId: first });
    // The next turn is waited for as if they had not come.
    expect(kindsOf(translate(words(' morning')))).toContain('reply-due');
    expect(answerTo(speech(500))).not.toBe(first);
  });

  it('gives the rest of the words to the answer that lacks them', () => {
    const first = answerTo(speech(4_000), said('It is '), TURN_COMPLETE);
    translate(words('thanks'));
    expect(responseOf(translate(said('open.')).at(-1))).toBe(first);
  });

  it('takes words that come before their audio for those of the new turn where the one before lacks none', () => {
    const first = answerTo(speech(1_000), said('It is open until five.'), TURN_COMPLETE);
    translate(words('thanks'));
    const begun = translate(said('You are welcome.'));
    expect(kindsOf(begun)).toEqual(['agent-item', 'agent-transcript-delta']);
    expect(responseOf(begun[0])).not.toBe(first);
    expect(answerTo(speech(500))).toBe(responseOf(begun[0]));
  });

  it('drops late words of an answer that was given up with it', () => {
    const first = answerTo(speech(3_000));
    translate({ kind: 'interrupted' }, TURN_COMPLETE);
    expect(responseOf(translate(said('and so on'))[0])).toBe(first);
    expect(kindsOf(translate(words('stop')))).toContain('reply-due');
  });

  it('waits for the answer where a turn is complete because functions were called', () => {
    translate(words('book'));
    translate({ kind: 'function-calls', calls: [{ id: 'a', name: 'book', argumentsText: '{}' }] });
    expect(translate(TURN_COMPLETE)).toEqual([]);
    conversation.takeFunction('a');
    expect(translate(TURN_COMPLETE)).toEqual([]);
    expect(kindsOf(translate(audio(), TURN_COMPLETE))).toContain('response-done');
  });

  it('knows what the caller has said by then where a new session takes the place of a lost one', () => {
    translate(words('where are'));
    expect(conversation.reconnect(true)).toEqual([]);
    expect(conversation.reconnect(false)).toMatchObject([{ kind: 'caller-transcript', text: 'where are' }]);
  });

  it('begins a new answer on a new connection', () => {
    const [before] = translate(audio());
    conversation.reconnect(true);
    const [after] = translate(audio());
    expect(kindsOf([before!, after!])).toEqual(['response-created', 'response-created']);
    expect(responseOf(after)).not.toBe(responseOf(before));
  });
});
