import type { AgentDocument } from '../../../agent-document/index.js';
import { defaultStarterDocument } from '../../starter/default-starter-document.js';
import type { ChatMessage } from '../../stages/index.js';
import { ExampleVectors } from '../../starter/example-vectors.js';
import { IntentModel } from './intent-model.js';

const agent = defaultStarterDocument();
const asking = (content: string): ChatMessage => ({ role: 'user', content });

const answerTo = (...messages: ChatMessage[]) => answerOf(agent, ...messages);
const answerOf = (document: AgentDocument, ...messages: ChatMessage[]) =>
  answerBy(new IntentModel(), document, ...messages);

async function answerBy(model: IntentModel, document: AgentDocument, ...messages: ChatMessage[]) {
  const request = { agent: document, messages, tools: [], modelId: undefined, temperature: undefined };
  const pieces = [];
  for await (const piece of model.reply({ ...request, signal: new AbortController().signal }))
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

it('repeats its last answer in full, or the greeting when there is none', async () => {
  const again = asking('can you repeat that');
  expect(textOf(await answerTo(again))).toBe(agent.greeting);
  const heardHalf: ChatMessage = { role: 'assistant', content: 'You find us' };
  expect(textOf(await answerTo(asking('where are you'), heardHalf, again))).toMatch(/Market Street/);
  const between = [asking('where are you'), asking('bananas'), again];
  expect(textOf(await answerTo(...between, again))).toMatch(/Market Street/);
});

it('varies its fallback reply and offers what it can help with', async () => {
  const first = textOf(await answerTo(asking('bananas')));
  expect(first).toBe("I don't know that. But I can help with opening hours or address.");
  const answered: ChatMessage = { role: 'assistant', content: first };
  const second = textOf(await answerTo(asking('bananas'), answered, asking('apples')));
  expect(second).toBe("I can't answer that. But I can help with prices or menu.");
});

it("uses the document's fallback reply", async () => {
  const own = { ...agent, fallbackReply: 'Please ask at the desk.' };
  expect(textOf(await answerOf(own, asking('bananas')))).toBe('Please ask at the desk.');
});

it('asks again after doubtful recognition', async () => {
  const message: ChatMessage = { role: 'user', content: '', doubtful: true };
  expect(textOf(await answerTo(message))).toBe("Sorry, I didn't catch that.");
});

it('ends the call after the reply of an intent that hangs up', async () => {
  expect((await answerTo(asking('goodbye'))).map(({ kind }) => kind)).toEqual(['text', 'end-call']);
});

it.each([
  ['Can I do anything else for you?', "No, that's all.", 'Thank you for calling. Goodbye.'],
  ['Shall I go on?', 'Nope.', 'All right.'],
  ['Shall I go on?', 'Yes please.', 'What would you like to know?'],
  ['Shall I go on?', 'Maybe.', 'Take your time.'],
])('reads the short answer to "%s" as one: %s', async (question, said, answer) => {
  const asked: ChatMessage = { role: 'assistant', content: question };
  expect(textOf(await answerTo(asked, asking(said)))).toBe(answer);
});

it("uses the document's intent for a short answer", async () => {
  const own = { ...agent, intents: [{ name: 'yes', examples: ['yes'], reply: 'From one to five?' }] };
  const asked: ChatMessage = { role: 'assistant', content: 'Do you have a minute?' };
  expect(textOf(await answerOf(own, asked, asking('Sure, go ahead.')))).toBe('From one to five?');
});

describe('agent that can transfer callers', () => {
  const withPeople: AgentDocument = {
    ...agent,
    builtInTools: ['transfer'],
    transfer: {
      destinations: [
        { name: 'reception', to: { number: '+15550100' } },
        { name: 'billing', to: { number: '+15550101' } },
      ],
    },
  };
  const noMeaning = () => Promise.reject(new Error('none'));
  const reaching = (...destinations: string[]) =>
    new IntentModel({
      accountId: 'acc_1',
      embed: noMeaning,
      examples: new ExampleVectors(noMeaning),
      emit: () => undefined,
      destinations: () => destinations,
    });
  const missed = (content: string): ChatMessage => ({ role: 'assistant', content });
  const calledIn = (pieces: Awaited<ReturnType<typeof answerTo>>) =>
    pieces.flatMap((piece) => (piece.kind === 'call' ? [[piece.call.name, piece.call.argumentsText]] : []));

  it('transfers on request to the named target, or else the first', async () => {
    const both = reaching('reception', 'billing');
    const asked = await answerBy(both, withPeople, asking('can i speak to a person'));
    expect(calledIn(asked)).toEqual([['transfer', '{"target":"reception"}']]);
    const named = await answerBy(both, withPeople, asking('let me speak to a real person in billing'));
    expect(calledIn(named)).toEqual([['transfer', '{"target":"billing"}']]);
  });

  it('transfers after two unanswered questions in a row, and not before', async () => {
    const misses = [asking('bananas'), missed("I don't know that."), asking('apples')];
    const second = await answerBy(reaching('reception'), withPeople, ...misses);
    expect(calledIn(second)).toEqual([]);
    const third = [...misses, missed("I can't answer that."), asking('pears')];
    expect(calledIn(await answerBy(reaching('reception'), withPeople, ...third))).toHaveLength(1);
    expect(calledIn(await answerBy(reaching(), withPeople, ...third))).toEqual([]);
    const between = [...misses, missed('You find us at the station.'), asking('pears')];
    expect(calledIn(await answerBy(reaching('reception'), withPeople, ...between))).toEqual([]);
  });

  it('says that no target is available, before and after an attempt', async () => {
    const nobody = 'Sorry, nobody can take your call right now.';
    const asked = await answerBy(reaching(), withPeople, asking('can i speak to a person'));
    expect(asked).toEqual([{ kind: 'text', delta: nobody }]);
    const failed: ChatMessage = { role: 'tool', callId: '1', content: 'The line is busy.' };
    expect(textOf(await answerBy(reaching('reception'), withPeople, failed))).toBe(nobody);
    const done: ChatMessage = { role: 'tool', callId: '1', content: 'done' };
    expect(textOf(await answerBy(reaching('reception'), withPeople, done))).toBe('One moment, please.');
  });
});
