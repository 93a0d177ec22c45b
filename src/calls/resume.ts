import type { AgentDocument } from '../agent-document/index.js';
import { type EarlierCall, unansweredWords } from '../voice/earlier-words.js';
import type { PriorUtterance } from '../call-admission/index.js';

/** For English agents without their own text for this. */
const CUT_OFF = 'Sorry, we were cut off for a moment.';

/**
 * The agent document for a call that resumes after an interruption. Its text for that replaces the greeting, and it
 * answers the caller's last words at once.
 * @param wasMoved A planned migration is silent and needs no announcement.
 */
export function withResumePrompt(
  agent: AgentDocument,
  earlier: EarlierCall,
  wasMoved = false,
): AgentDocument {
  const inEnglish = (agent.languageCode ?? 'en').toLowerCase().startsWith('en');
  const message = agent.carryOn?.message ?? (inEnglish ? CUT_OFF : '');
  return { ...agent, greeting: wasMoved || unansweredWords(earlier) !== undefined ? '' : message };
}

/** What caller and agent said, without actions. */
export const saidIn = ({ entries }: EarlierCall): PriorUtterance[] =>
  entries.flatMap((entry) => (entry.kind === 'said' ? [{ speaker: entry.speaker, text: entry.text }] : []));
