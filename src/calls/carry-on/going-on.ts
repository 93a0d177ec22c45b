import type { AgentDocument } from '../../agent-document/index.js';
import { type EarlierCall, unansweredWords } from '../../voice/earlier-words.js';
import type { SaidBefore } from '../briefings.js';

/** For agents that speak English and say nothing else themselves. */
const CUT_OFF = 'Sorry, we were cut off for a moment.';

/**
 * The document of an agent that goes on with a call that was cut off: in place of its greeting it says what the
 * document has for that, and answers at once what the caller said last.
 * @param wasMoved Moved in silence, as agreed with its client: there is nothing to announce.
 */
export function goingOn(agent: AgentDocument, earlier: EarlierCall, wasMoved = false): AgentDocument {
  const inEnglish = (agent.languageCode ?? 'en').toLowerCase().startsWith('en');
  const message = agent.carryOn?.message ?? (inEnglish ? CUT_OFF : '');
  return { ...agent, greeting: wasMoved || unansweredWords(earlier) !== undefined ? '' : message };
}

/** What caller and agent said, without what was done. */
export const saidIn = ({ entries }: EarlierCall): SaidBefore[] =>
  entries.flatMap((entry) => (entry.kind === 'said' ? [{ speaker: entry.speaker, text: entry.text }] : []));
