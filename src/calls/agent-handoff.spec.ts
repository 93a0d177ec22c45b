import type { AgentEvent } from '../voice/agent-adapter.js';
import type { Summary, HandoffTarget } from '../call-admission/index.js';
import { AgentHandoff } from './agent-handoff.js';
import { TranscriptBuffer } from './transcript-buffer.js';

const SUCCESSOR = {
  agentId: 'agent-b',
  agent: { schemaVersion: 1, prompt: 'You are b.' },
} as unknown as HandoffTarget;
const SUMMED: Summary = { kind: 'summary', text: 'It is about a <|cat|>.', usage: undefined };

/** A call in which the caller has already spoken. */
function call({ maxHandOvers = 5, summary = SUMMED, isFound = true } = {}) {
  const told: AgentEvent[] = [];
  const summed: unknown[] = [];
  const parts = {
    admission: {},
    limits: { maxHandOvers },
    handoffTargets: {
      find: () => Promise.resolve(isFound ? SUCCESSOR : undefined),
      summarize: (_admission: unknown, said: unknown) => {
        summed.push(said);
        return Promise.resolve(summary);
      },
    },
  } as unknown as ConstructorParameters<typeof AgentHandoff>[0];
  const handoff = new AgentHandoff(parts, new TranscriptBuffer(), new AbortController().signal, (event) =>
    told.push(event),
  );
  handoff.remember({ kind: 'transcript', speaker: 'caller', turnId: 't', text: 'My cat.', final: true });
  return { handoff, told, summed };
}

it('gives the next agent the transcript, a summary or nothing, per the document', async () => {
  const { handoff, summed } = call();
  const promptWith = async (history: 'full' | 'summary' | 'none') => {
    expect(await handoff.prepare('agent-b', history)).toBe(true);
    return (await handoff.take()?.())?.agent.prompt;
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
  const { handoff, told } = call({ summary: { kind: 'none', code: 'PROVIDER_TIMEOUT' } });
  await handoff.prepare('agent-b', 'summary');
  expect((await handoff.take()?.())?.agent.prompt).toContain('"My cat."');
  expect(told).toEqual([{ kind: 'fault', source: 'provider', code: 'PROVIDER_TIMEOUT' }]);
});

it('stops an endless chain of handoffs between agents', async () => {
  const { handoff } = call({ maxHandOvers: 2 });
  for (const may of [true, true, false]) {
    expect(await handoff.prepare('agent-b', 'full')).toBe(may);
    await handoff.take()?.();
  }
});

it('keeps the current agent after an interruption, or when the target is not found', async () => {
  const { handoff } = call();
  await handoff.prepare('agent-b', 'full');
  const words = { speaker: 'agent', turnId: 't', text: 'I will', final: true } as const;
  handoff.remember({ kind: 'transcript', ...words, interruptedAfterMs: 10 });
  expect(handoff.take()).toBeUndefined();
  const alone = call({ isFound: false }).handoff;
  expect(await alone.prepare('agent-b', 'full')).toBe(false);
  expect(alone.take()).toBeUndefined();
});

it('summarizes for a human, and records no fault when no model is configured', async () => {
  const { handoff, told } = call();
  expect(await handoff.summarize()).toBe('It is about a <|cat|>.');
  const alone = call({ summary: { kind: 'none', code: 'MODEL_NOT_CONFIGURED' } });
  expect(await alone.handoff.summarize()).toBeUndefined();
  expect([...told, ...alone.told]).toEqual([]);
  const slow = call({ summary: { kind: 'none', code: 'PROVIDER_TIMEOUT' } });
  expect(await slow.handoff.summarize()).toBeUndefined();
  expect(slow.told).toEqual([{ kind: 'fault', source: 'provider', code: 'PROVIDER_TIMEOUT' }]);
});
