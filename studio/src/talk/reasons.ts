import type { Entry } from '../try/timeline.js';

/** A noticeable silence after the caller's last word, in milliseconds. */
const NOTICED_MS = 1_000;

type Overlap = Extract<Entry, { kind: 'overlap' }>;
type Turn = Extract<Entry, { kind: 'turn' }>;

/** Explanations where the words had a known meaning. */
const BY_MEANING: Readonly<Record<string, string>> = {
  hold: 'You asked it to wait, so it stopped.',
  hello: 'You asked whether it hears you, so it stopped.',
  correction: 'You corrected it, so it stopped.',
  answer: 'You answered already, so it stopped.',
};

const BY_VERDICT: Readonly<Record<string, string>> = {
  interruption: 'You spoke, so it stopped.',
  backchannel: 'You showed that you were listening, so it continued.',
  'not-directed': 'That wasn’t meant for it, so it continued.',
  echo: 'It heard its own voice, so it continued.',
  unclear: 'It wasn’t sure that you wanted to speak, so it continued.',
};

/** Why the agent stopped or continued when both spoke. */
export const whyStopped = ({ verdict, meaning }: Overlap): string | undefined =>
  (verdict === 'interruption' ? BY_MEANING[meaning] : undefined) ?? BY_VERDICT[verdict];

/** Why it was silent noticeably long; undefined if it was not. */
export function whyWaited({ latency }: Turn): string | undefined {
  const { endOfTurnMs = 0, heardMs = latency?.firstAudioMs ?? 0 } = latency ?? {};
  if (endOfTurnMs >= NOTICED_MS) return 'It waited a little longer, in case you had more to say.';
  return heardMs - endOfTurnMs >= 2 * NOTICED_MS ? 'It needed a moment to think.' : undefined;
}
