import type { AgentDocument } from '../agent-document/index.js';

const WAITING = ['One moment, please.'];
const GOODBYE = 'I am sorry, I can not go on at the moment. Please call again later. Goodbye.';

/** The call's own announcements. */
export interface FailurePrompts {
  /** Wait before the filler; 0 disables it. */
  readonly waitingAfterMs: number;
  readonly waiting: readonly string[];
  /** Empty for no goodbye. */
  readonly goodbye: string;
}

/** @param waitingAfterMs The default if the document has none. */
export function failurePrompts(
  { failure = {}, languageCode = 'en' }: Pick<AgentDocument, 'failure' | 'languageCode'>,
  waitingAfterMs: number,
): FailurePrompts {
  // The built-in voice speaks only English.
  const inEnglish = languageCode.toLowerCase().startsWith('en');
  const { waiting = {}, goodbye = inEnglish ? GOODBYE : '' } = failure;
  return {
    waitingAfterMs: waiting.afterMs ?? waitingAfterMs,
    waiting: waiting.say ?? (inEnglish ? WAITING : []),
    goodbye,
  };
}
