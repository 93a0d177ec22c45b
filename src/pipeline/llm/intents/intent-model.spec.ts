import type { AgentDocument } from '../../../agent-document/index.js';
import { defaultStarterDocument } from '../../starter/default-starter-document.js';
import type { ChatMessage } from '../../stages/index.js';
import { IntentModel } from './intent-model.js';

const agent = defaultStarterDocument();
const asking = (content: string): ChatMessage => ({ role: 'user', content });

const answerTo = (...messages: ChatMessage[]) => answerOf(agent, ...messages);

async function answerOf(document: AgentDocument, ...messages: ChatMessage[]) {
  const request = { agent: document, messages, tools: [], modelId: undefined, temperature: undefined };
  const pieces = [];
  for await (const piece of new IntentModel().reply({ ...request, signal: new AbortController().signal }))
    pieces.push(piece);
  return pieces;
}

const textOf = (pieces: Awaited<ReturnType<typeof answerTo>>) =>
  pieces.map((piece) => (piece.kind === 'text' ? piece.delta : '')).join('');

it('answers the latest question with the reply of its intent', async () => {
  expect(textOf(await answerTo(asking('when are you open'), asking('where are you')))).toMatch(
    /Market Street/,
  );
});

it('repeats its last answer in full, and the greeting before there is one', async () => {
  const again = asking('can you repeat that');
  expect(textOf(await answerTo(again))).toBe(agent.greeting);
  const heardHalf: ChatMessage = { role: 'assistant', content: 'You find us' };
  expect(textOf(await answerTo(asking('where are you'), heardHalf, again))).toMatch(/Market Street/);
  const between = [asking('where are you'), asking('bananas'), again];
  expect(textOf(await answerTo(...between, again))).toMatch(/Market Street/);
});

it('says that it does not know, in other words each time, and what it can help with', async () => {
  const first = textOf(await answerTo(asking('bananas')));
  expect(first).toBe("I don't know that. But I can help with opening hours or address.");
  const answered: ChatMessage = { role: 'assistant', content: first };
  const second = textOf(await answerTo(asking('bananas'), answered, asking('apples')));
  expect(second).toBe("I can't answer that. But I can help with prices or opening hours.");
});

it("says its author's words for that, where the document has any", async () => {
  const own = { ...agent, fallbackReply: 'Please ask at the desk.' };
  expect(textOf(await answerOf(own, asking('bananas')))).toBe('Please ask at the desk.');
});

it('lets speech that nobody knows the words of count against those that were understood', async () => {
  const message: ChatMessage = { role: 'user', content: 'where are you', unknownSpeechMs: 3_000 };
  expect(textOf(await answerTo(message))).toBe("Sorry, I didn't catch that.");
});

it('ends the call with an intent that ends it, after its reply', async () => {
  expect((await answerTo(asking('goodbye'))).map(({ kind }) => kind)).toEqual(['text', 'end-call']);
});

it.each([
  ['Can I do anything else for you?', "No, that's all.", 'Thank you for calling. Goodbye.'],
  ['Shall I go on?', 'Nope.', 'All right.'],
  ['Shall I go on?', 'Yes please.', 'What would you like to know?'],
  ['Shall I go on?', 'Maybe.', 'Take your time.'],
])('takes a short answer to "%s" for one: %s', async (question, said, answer) => {
  const asked: ChatMessage = { role: 'assistant', content: question };
  expect(textOf(await answerTo(asked, asking(said)))).toBe(answer);
});

it('takes a short answer for what the document has of its kind', async () => {
  const own = { ...agent, intents: [{ name: 'yes', examples: ['yes'], reply: 'From one to five?' }] };
  const asked: ChatMessage = { role: 'assistant', content: 'Do you have a minute?' };
  expect(textOf(await answerOf(own, asked, asking('Sure, go ahead.')))).toBe('From one to five?');
});
