import type { AgentDocument } from '../../agent-document/index.js';

const WAITING = ['One moment, please.'];
const GOODBYE = 'I am sorry, I can not go on at the moment. Please call again later. Goodbye.';

/** What a call says in its agent's place. */
export interface OwnSentences {
  /** How long the caller waits before it is told; 0: it is told nothing. */
  readonly waitingAfterMs: number;
  readonly waiting: readonly string[];
  /** Empty: nothing. */
  readonly goodbye: string;
}

/** @param waitingAfterMs Where the document does not say. */
export function ownSentences(
  { failure = {}, languageCode = 'en' }: Pick<AgentDocument, 'failure' | 'languageCode'>,
  waitingAfterMs: number,
): OwnSentences {
  // The built-in voice speaks no other language.
  const inEnglish = languageCode.toLowerCase().startsWith('en');
  const { waiting = {}, goodbye = inEnglish ? GOODBYE : '' } = failure;
  return {
    waitingAfterMs: waiting.afterMs ?? waitingAfterMs,
    waiting: waiting.say ?? (inEnglish ? WAITING : []),
    goodbye,
  };
}
