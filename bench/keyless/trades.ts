import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { projectFile } from '../../src/common/assets/index.js';

/** An agent of a trade, and what callers say to it; `bench/keyless/trades/`. */
export interface Trade {
  readonly name: string;
  /**
   * Only the first set was used for tuning. Questions of the first two are hard on purpose, those of the third are what
   * most callers ask, and the fourth has both kinds.
   */
  readonly set: 'development' | 'held-out' | 'plain' | 'mixed' | 'demo';
  /** Absent: one with these intents. */
  readonly document?: AgentDocument;
  readonly intents: Readonly<Record<string, { readonly examples: string[]; readonly reply: string }>>;
  /** In other words than the examples; with the intended intent. */
  readonly questions: readonly (readonly [string, string])[];
  /** About something else. */
  readonly others: readonly string[];
  /** With fillers, repeated words, and full stops where the speaker paused. */
  readonly pauses: readonly (readonly [string, string])[];
  readonly topics: Readonly<Record<string, string>>;
  /** Answered only by a topic, and what the answer must contain. */
  readonly asked: readonly (readonly [string, string])[];
}

const FOLDER = projectFile('bench', 'keyless', 'trades');

export async function trades(): Promise<Trade[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.json')).sort();
  return Promise.all(
    files.map(async (file) => ({
      name: file.replace('.json', ''),
      ...(JSON.parse(await readFile(path.join(FOLDER, file), 'utf8')) as Omit<Trade, 'name'>),
    })),
  );
}

export const documentOf = ({ document, intents }: Trade): AgentDocument =>
  document ?? {
    schemaVersion: 1,
    greeting: 'Hello.',
    intents: Object.entries(intents).map(([name, intent]) => ({ name, ...intent })),
  };
