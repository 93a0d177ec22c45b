import type { ChatMessage, RequestedToolCall } from '../stages/index.js';
import { FULL_DIALECT } from './chat-dialect.js';
import { chatMessages } from './chat-messages.js';

const URL = 'https://a.example/v1';
const user = (content: string): ChatMessage => ({ role: 'user', content });
const agent = (content: string, ...calls: RequestedToolCall[]): ChatMessage => ({
  role: 'assistant',
  content,
  calls,
});
const call = (callId: string): RequestedToolCall => ({ callId, name: 'book', argumentsText: '{}' });
const answered = (callId: string): ChatMessage => ({ role: 'tool', callId, content: 'Done.' });
const system = (content: string): ChatMessage => ({ role: 'system', content });

/** Violations that Mistral-style templates and servers reject. */
function refusals(messages: ReturnType<typeof chatMessages>): string[] {
  const [first, ...others] = messages;
  const turns = first?.role === 'system' ? others : messages;
  const plain = turns.filter(
    (turn) => !(turn.role === 'assistant' && turn.tool_calls) && turn.role !== 'tool',
  );
  return [
    ...(turns.some(({ role }) => role === 'system') ? ['a system message that is not the first'] : []),
    ...(turns[0]?.role === 'user' ? [] : ['does not begin with the user']),
    ...plain.flatMap(({ role }, at) =>
      role === (at % 2 === 0 ? 'user' : 'assistant') ? [] : [`turn ${at} is ${role}`],
    ),
    ...turns.flatMap(({ role }, at) => {
      const next = turns[at + 1]?.role;
      return role === 'tool' && next === 'user' ? ['user after tool'] : [];
    }),
    ...messages.flatMap((turn) => {
      const isEmpty = !('content' in turn) || !turn.content;
      return isEmpty && !(turn.role === 'assistant' && turn.tool_calls) ? ['an empty message'] : [];
    }),
  ];
}

it.each<[string, readonly ChatMessage[]]>([
  ['a greeting', [system('Be kind.'), agent('Hello.'), user('Hi.')]],
  ['a greeting without a prompt', [agent('Hello.'), user('Hi.')]],
  ['a turn that nobody answered', [user('Are you'), user('open?')]],
  ['a prompt to a silent caller', [agent('Hello.'), agent('Are you there?'), user('Yes.')]],
  [
    'what the app tells',
    [{ role: 'context', content: 'On page 3.' }, user('This one.'), agent('Good.'), user('Thanks.')],
  ],
  [
    'knowledge beside the last words',
    [user('Hi.'), agent('Hello.'), system('Open until five.'), user('When?')],
  ],
  ['a tool that ran', [user('Book.'), agent('', call('a')), answered('a')]],
  [
    'words and a tool',
    [user('Book.'), agent('One moment.', call('a')), answered('a'), agent('Booked.'), user('Thanks.')],
  ],
  [
    'several tools, one after the other',
    [
      user('Book.'),
      agent('', call('a'), call('b')),
      answered('a'),
      answered('b'),
      agent('', call('c')),
      answered('c'),
    ],
  ],
  ['an interrupted tool', [user('Book.'), agent('', call('a')), answered('a'), user('No, wait.')]],
  [
    'words before a tool in a second message',
    [user('Book.'), agent('Sure.'), agent('', call('a')), answered('a'), agent('Booked.'), user('Good.')],
  ],
  ['a call that begins with a tool', [agent('', call('a')), answered('a'), user('Hi.')]],
  ['a caller who could not be understood', [agent('Hello.'), user(''), agent('Pardon?'), user('Hi.')]],
  ['keys', [agent('Your number?'), { role: 'user', content: '', keys: '12' }]],
])('adapts a conversation with %s for strict servers', (_what, messages) => {
  const made = chatMessages(messages, URL, FULL_DIALECT);
  expect(refusals(made)).toEqual([]);
  const told = JSON.stringify(made);
  for (const { content } of messages) expect(told).toContain(JSON.stringify(content).slice(1, -1));
  expect(refusals(chatMessages(messages, URL, { ...FULL_DIALECT, withoutSystem: true }))).toEqual([]);
});

it('puts instructions before the first message when a model has no system role', () => {
  const messages = [system('Be kind.'), user('Hi.'), agent('Hello.'), user('Bye.')];
  expect(chatMessages(messages, URL, { ...FULL_DIALECT, withoutSystem: true })).toEqual([
    { role: 'user', content: 'Be kind.\n\nHi.' },
    { role: 'assistant', content: 'Hello.' },
    { role: 'user', content: 'Bye.' },
  ]);
});

it('drops text beside tool calls when a model accepts only one', () => {
  const messages = [user('Book.'), agent('One moment.', call('a')), answered('a')];
  const dialect = { ...FULL_DIALECT, withoutWordsAndCalls: true };
  expect(chatMessages(messages, URL, dialect)[1]).toMatchObject({ content: null, tool_calls: [{ id: 'a' }] });
  expect(chatMessages(messages, URL, FULL_DIALECT)[1]).toMatchObject({ content: 'One moment.' });
});

it('leaves a conversation unchanged that every server accepts', () => {
  const messages = [system('Be kind.'), user('Hi.'), agent('Hello.'), user('Bye.')];
  expect(chatMessages(messages, URL, FULL_DIALECT)).toEqual([
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'Hi.' },
    { role: 'assistant', content: 'Hello.' },
    { role: 'user', content: 'Bye.' },
  ]);
});
