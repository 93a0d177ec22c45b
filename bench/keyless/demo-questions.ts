import { readFile } from 'node:fs/promises';
import { defaultStarterDocument } from '../../src/pipeline/starter/index.js';
import type { Trade } from './trades.js';

/** The intent of questions that the agent's form answers. */
export const FORM = 'form';

/**
 * The agent that `npm start` creates, as a trade.
 * @param file Its questions, with tabs: `short`, `pause` or `off`; the sentence; an intent, `form` or `none`.
 */
export async function demoTrade(file: string): Promise<Trade> {
  const document = defaultStarterDocument();
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.includes('\t'));
  const asked = lines.map((line) => line.split('\t') as [kind: string, said: string, intent: string]);
  const ofKind = (wanted: string) =>
    asked.filter(([kind]) => kind === wanted).map(([, said, intent]) => [said, intent.trim()] as const);
  const intents = (document.intents ?? []).map(({ name, ...rest }) => [name, rest] as const);
  return {
    name: 'demo',
    set: 'demo',
    document,
    intents: { ...Object.fromEntries(intents), [FORM]: { examples: [], reply: FORM } },
    questions: ofKind('short'),
    pauses: ofKind('pause'),
    others: ofKind('off').map(([said]) => said),
    topics: {},
    asked: [],
  };
}
