import type { Brain } from '../../stand-ins/index.js';

/** The name of the language model's provider. */
export const MODEL = 'openai';
export const GREETING = 'Ahoy, this is the harbour.';
export const SECOND_GREETING = 'Ahoy, here is the lighthouse.';
export const TABLE_QUESTION = 'Is there a table for two?';
export const TABLE_ANSWER = 'There is a table for two at eight.';
export const DOG_QUESTION = 'May dogs come along to the terrace?';
export const DOG_ANSWER = 'Dogs are welcome on a lead.';
export const HANDBOOK = '# Dogs\n\nDogs may come along to the terrace, on a lead.\n';

/** Looks up a table on request, and answers from its passages. */
export const harbourBrain: Brain = ({ history, instructions, tools }) => {
  const last = history.at(-1);
  if (last?.role === 'tool') return { kind: 'say', text: TABLE_ANSWER };
  if (tools.includes('find_table') && /table/i.test(last?.text ?? ''))
    return { kind: 'call', name: 'find_table', arguments: '{"guests":2}' };
  const known = instructions.includes('on a lead') || JSON.stringify(history).includes('on a lead');
  return { kind: 'say', text: known ? DOG_ANSWER : 'I do not know that.' };
};

/** @param url Address of the tool. */
export const findTable = (url: string) => ({
  name: 'find_table',
  description: 'Finds a free table.',
  parameters: { type: 'object', properties: { guests: { type: 'integer' } } },
  http: { method: 'GET', url },
});

/** Settings for creating the harbour's agent and hearing its recordings. */
export const harbourSettings = (modelUrl: string) => ({
  LLM_URL: modelUrl,
  LLM_MODEL: 'stand-in',
  ALLOW_PRIVATE_NETWORKS: 'tools',
  RECORDINGS_ENABLED: 'true',
  // A busy machine must not look like a slow voice.
  STARTER_PRELOAD: 'true',
  PROVIDER_REPLY_TIMEOUT_MS: '60000',
});
