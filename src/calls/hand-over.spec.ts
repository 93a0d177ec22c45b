import type { AgentEvent } from '../voice/agent-adapter.js';
import type { Summary } from './briefings.js';
import { HandOver } from './hand-over.js';
import { SaidSoFar } from './said-so-far.js';
import type { Successor } from './successors.js';

const SUCCESSOR = {
  agentId: 'agent-b',
  agent: { schemaVersion: 1, prompt: 'You are b.' },
} as unknown as Successor;
const SUMMED: Summary = { kind: 'summary', text: 'It is about a <|cat|>.', usage: undefined };

/** A call in which the caller has already spoken. */
function call({ maxHandOvers = 5, summary = SUMMED, isFound = true } = {}) {
  const told: AgentEvent[] = [];
  const summed: unknown[] = [];
  const parts = {
    admission: {},
    limits: { maxHandOvers },
    successors: {
      find: () => Promise.resolve(isFound ? SUCCESSOR : undefined),
      summarise: (_admission: unknown, said: unknown) => {
        summed.push(said);
        return Promise.resolve(summary);
      },
    },
  } as unknown as ConstructorParameters<typeof HandOver>[0];
  const handOver = new HandOver(parts, new SaidSoFar(), new AbortController().signal, (event) =>
    told.push(event),
  );
  handOver.remember({ kind: 'transcript', speaker: 'caller', turnId: 't', text: 'My cat.', final: true });
  return { handOver, told, summed };
}

it('gives the next agent the transcript, a summary or nothing, per the document', async () => {
  const { handOver, summed } = call();
  const promptWith = async (history: 'full' | 'summary' | 'none') => {
    expect(await handOver.prepare('agent-b', history)).toBe(true);
    return (await handOver.take()?.())?.agent.prompt;
  };
  expect(await promptWith('full')).toContain('[{"speaker":"caller","text":"My cat."}]');
  expect(summed).toEqual([]);
  expect(await promptWith('summary')).toMatch(
    /^You are b\.\n\nYou have just taken over .* "It is about a < \|cat\| >\."$/s,
  );
  expect(summed).toEqual([[{ speaker: 'caller', text: 'My cat.' }]]);
  expect(await promptWith('none')).toBe('You are b.');
});

it('falls back to the transcript and records a fault when summarizing fails', async () => {
  const { handOver, told } = call({ summary: { kind: 'none', code: 'PROVIDER_TIMEOUT' } });
  await handOver.prepare('agent-b', 'summary');
  expect((await handOver.take()?.())?.agent.prompt).toContain('"My cat."');
  expect(told).toEqual([{ kind: 'fault', source: 'provider', code: 'PROVIDER_TIMEOUT' }]);
});

it('stops an endless chain of handoffs between agents', async () => {
  const { handOver } = call({ maxHandOvers: 2 });
  for (const may of [true, true, false]) {
    expect(await handOver.prepare('agent-b', 'full')).toBe(may);
    await handOver.take()?.();
  }
});

it('keeps the current agent after an interruption, or when the target is not found', async () => {
  const { handOver } = call();
  await handOver.prepare('agent-b', 'full');
  handOver.remember({ kind: 'interrupted', turnId: 't', sentMs: 10 });
  expect(handOver.take()).toBeUndefined();
  const alone = call({ isFound: false }).handOver;
  expect(await alone.prepare('agent-b', 'full')).toBe(false);
  expect(alone.take()).toBeUndefined();
});

it('summarizes for a human, and records no fault when no model is configured', async () => {
  const { handOver, told } = call();
  expect(await handOver.summarise()).toBe('It is about a <|cat|>.');
  const alone = call({ summary: { kind: 'none', code: 'MODEL_NOT_CONFIGURED' } });
  expect(await alone.handOver.summarise()).toBeUndefined();
  expect([...told, ...alone.told]).toEqual([]);
  const slow = call({ summary: { kind: 'none', code: 'PROVIDER_TIMEOUT' } });
  expect(await slow.handOver.summarise()).toBeUndefined();
  expect(slow.told).toEqual([{ kind: 'fault', source: 'provider', code: 'PROVIDER_TIMEOUT' }]);
});
