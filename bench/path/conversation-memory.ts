import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { SileroDetector } from '../../src/engines/local/index.js';
import type { AgentContext, CallKnowledge } from '../../src/voice/index.js';
import { cascadeAdapter, openAiEntries } from '../../test/providers/support/adapters.js';
import type { OpenAiStandIn } from '../../test/stand-ins/index.js';
import { equipment } from './equipped-agent.js';

const KIB = 1_024;

/** Nothing is searched before the caller speaks. */
const KNOWLEDGE: CallKnowledge = {
  mode: 'ahead',
  waitMs: 150,
  search: () => Promise.resolve({ passages: [] }),
  topicNames: () => Promise.resolve([]),
};

/**
 * Memory held by conversations of the cascade after garbage collection, in KiB each: with plain agents, and with fully
 * equipped ones. Measured in this process, since a service's memory varies by more than that.
 */
export async function conversationMemoryKiB(
  standIn: OpenAiStandIn,
  mcpUrl: string,
  count: number,
): Promise<{ readonly plain: number; readonly equipped: number }> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const detector = await SileroDetector.create(() => undefined);
  const adapter = await cascadeAdapter(detector, openAiEntries({ openai: standIn }));
  const measure = async (document: object, more: Partial<AgentContext>): Promise<number> => {
    const before = held(collect);
    const open = await Promise.all(
      Array.from({ length: count }, () => {
        const agent = structuredClone({ schemaVersion: 1 as const, ...document }) as AgentDocument;
        return adapter.open({ ...contextOf(), agent, ...more });
      }),
    );
    const grown = held(collect) - before;
    await Promise.all(open.map((conversation) => conversation.close()));
    return grown / count / KIB;
  };
  const prompt = 'You are the front desk.';
  const withAll = () => measure(equipment(mcpUrl), { knowledge: KNOWLEDGE });
  // Excludes what is created with the first conversation of each kind.
  await measure({ prompt }, {});
  await withAll();
  const result = { plain: await measure({ prompt }, {}), equipped: await withAll() };
  await detector.close();
  return result;
}

function held(collect: () => void): number {
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const contextOf = (): Omit<AgentContext, 'agent'> => ({
  accountId: 'acc_bench',
  possibleActions: new Set(),
  mode: 'traditional',
  speech: {
    write: () => undefined,
    mark: () => undefined,
    setGain: () => undefined,
    levelAgo: () => 0,
    silentForMs: Infinity,
    clear: () => ({ sentMs: 0, droppedMs: 0 }),
    queuedMs: 0,
  },
  emit: () => undefined,
  signal: new AbortController().signal,
});
