import { ChatCalls, readChatChunk } from './chat-chunks.js';

type Part = Record<string, unknown>;

const chunk = (delta: unknown) => ({ choices: [{ index: 0, delta }] });
const textsOf = (chunks: readonly unknown[]) => chunks.map((one) => readChatChunk(one)?.text ?? '').join('');

/** The resulting calls as `name arguments`. */
function called(parts: readonly Part[]): string[] {
  const calls = new ChatCalls();
  for (const one of parts)
    for (const part of readChatChunk(chunk({ tool_calls: [one] }))?.calls ?? []) calls.add(part);
  return calls.all('a server').map(({ name, argumentsText }) => `${name} ${argumentsText}`);
}

const call = (id: string | null | undefined, name: unknown, args: unknown, index?: number): Part => ({
  ...(id !== undefined && { id }),
  ...(index !== undefined && { index }),
  function: { name, arguments: args },
});

describe('streamed answer chunks', () => {
  it.each<[string, unknown]>([
    [
      'a choice without delta (Azure, asynchronous content filter)',
      { choices: [{ index: 0, finish_reason: null }] },
    ],
    ['a delta that is null (Azure)', { choices: [{ delta: null, finish_reason: 'stop' }] }],
    ['choices that are null, with usage', { choices: null, usage: { prompt_tokens: 3 } }],
    ['no choices, with usage (LiteLLM, vLLM)', { usage: { prompt_tokens: 3 } }],
    ['results of a filter before the answer', { prompt_filter_results: [{}], choices: [] }],
    ['choices that are no list', { choices: 'none' }],
    ['a choice that is null', { choices: [null] }],
    ['content of another kind', chunk({ content: 7 })],
    ['null', null],
    ['a list', []],
  ])('keep all words beside %s', (_what, odd) => {
    const words = [chunk({ role: 'assistant', content: 'It is ' }), chunk({ content: 'open.' })];
    const [first, second] = words;
    expect(textsOf([odd, first, odd, second, odd])).toBe('It is open.');
  });

  it('accept text in parts (Mistral) and a whole answer at once', () => {
    const parts = [{ type: 'thinking', thinking: [] }, { type: 'text', text: 'It is ' }, { text: 'open.' }];
    expect(textsOf([chunk({ content: parts })])).toBe('It is open.');
    expect(textsOf([{ choices: [{ message: { role: 'assistant', content: 'It is open.' } }] }])).toBe(
      'It is open.',
    );
  });
});

describe('tool calls in a streamed answer', () => {
  it.each<[string, readonly Part[], readonly string[]]>([
    [
      'two that both count as the first (Gemini)',
      [call('a', 'weather', '{"city":"Oslo"}', 0), call('b', 'weather', '{"city":"Rome"}', 0)],
      ['weather {"city":"Oslo"}', 'weather {"city":"Rome"}'],
    ],
    [
      'two in pieces that come by turns',
      [
        call('a', 'weather', '', 0),
        call('b', 'time', '', 1),
        call(undefined, undefined, '{"city":', 0),
        call(undefined, undefined, '{}', 1),
        call(undefined, undefined, '"Oslo"}', 0),
      ],
      ['weather {"city":"Oslo"}', 'time {}'],
    ],
    [
      'pieces without an index that repeat the id',
      [call('a', 'weather', ''), call('a', undefined, '{"city":'), call('a', undefined, '"Oslo"}')],
      ['weather {"city":"Oslo"}'],
    ],
    [
      'pieces without an index, each with an id of its own (LM Studio)',
      [call('a', 'weather', ''), call('b', '', '{"ci'), call('c', '', 'ty":"Oslo"}')],
      ['weather {"city":"Oslo"}'],
    ],
    [
      'pieces without index and id',
      [call('a', 'weather', ''), call(undefined, undefined, '{"city":'), call(null, null, '"Oslo"}')],
      ['weather {"city":"Oslo"}'],
    ],
    [
      'a name that is repeated in each piece',
      [call('a', 'weather', '', 0), call('a', 'weather', '{"city":', 0), call('a', 'weather', '"Oslo"}', 0)],
      ['weather {"city":"Oslo"}'],
    ],
    [
      'a name that is repeated, without index and id',
      [call(undefined, 'weather', ''), call(undefined, 'weather', '{"city":"Oslo"}')],
      ['weather {"city":"Oslo"}'],
    ],
    [
      'two whole ones of a tool, without index and id',
      [call(undefined, 'weather', '{"city":"Oslo"}'), call(undefined, 'weather', '{"city":"Rome"}')],
      ['weather {"city":"Oslo"}', 'weather {"city":"Rome"}'],
    ],
    [
      'two that share an id, and are counted',
      [call('call_0', 'weather', '{"city":"Oslo"}', 0), call('call_0', 'weather', '{"city":"Rome"}', 1)],
      ['weather {"city":"Oslo"}', 'weather {"city":"Rome"}'],
    ],
    ['arguments as an object', [call('a', 'weather', { city: 'Oslo' }, 0)], ['weather {"city":"Oslo"}']],
    ['no arguments at all', [call('a', 'time', undefined, 0)], ['time ']],
    ['one without a name', [call('a', undefined, '{}', 0)], []],
    ['a function that is null', [{ id: 'a', index: 0, function: null }], []],
  ])('are assembled: %s', (_what, parts, expected) => {
    expect(called(parts)).toEqual(expected);
  });

  it('get unique ids, even if the server repeats or omits them', () => {
    const calls = new ChatCalls();
    for (const part of [call('call_0', 'a', '{}', 0), call('call_0', 'b', '{}', 1), call('', 'c', '{}', 2)])
      calls.add(part);
    expect(new Set(calls.all('').map(({ callId }) => callId)).size).toBe(3);
  });

  it("keep the provider's extra content and its origin", () => {
    const calls = new ChatCalls();
    const extra_content = { google: { thought_signature: 'SIG' } };
    calls.add({ ...call('a', 'weather', '{}', 0), type: 'function', extra_content });
    expect(calls.all('https://a.example')).toEqual([
      {
        callId: 'a',
        name: 'weather',
        argumentsText: '{}',
        attached: { by: 'https://a.example', fields: { extra_content } },
      },
    ]);
  });

  it('are limited per answer', () => {
    const many = Array.from({ length: 30 }, (_, index) => call(`id${index}`, 'time', '{}', index));
    expect(called(many)).toHaveLength(20);
  });
});
