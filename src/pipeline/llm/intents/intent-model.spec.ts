import { defaultStarterDocument } from '../../starter/default-starter-document.js';
import type { ChatMessage } from '../../stages/index.js';
import { IntentModel } from './intent-model.js';

const agent = defaultStarterDocument();
const asking = (content: string): ChatMessage => ({ role: 'user', content });

async function answerTo(...messages: ChatMessage[]) {
  const request = { agent, messages, tools: [], modelId: undefined, temperature: undefined };
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

it('says what can be asked when it understood nothing', async () => {
  expect(await answerTo(asking('bananas'))).toEqual([{ kind: 'text', delta: agent.fallbackReply }]);
});

it('lets speech that nobody knows the words of count against those that were understood', async () => {
  const message: ChatMessage = { role: 'user', content: 'where are you', unknownSpeechMs: 3_000 };
  expect(textOf(await answerTo(message))).toBe(agent.fallbackReply);
});

it('ends the call with an intent that ends it, after its reply', async () => {
  expect((await answerTo(asking('goodbye'))).map(({ kind }) => kind)).toEqual(['text', 'end-call']);
});
