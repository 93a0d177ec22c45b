import type { OverlapEvidence, OverlapReason, OverlapVerdict } from '../overlap-evidence.js';
import { listens } from './meaning.js';
import { VERY_CLEAR_MARGIN } from './known-words.js';
import type { TurnTakingParameters } from './turn-taking-parameters.js';
import type { TurnTakingDecision, TurnTakingState } from './turn-taking-types.js';

interface OverlapJudgement {
  readonly verdict: OverlapVerdict;
  readonly reason: OverlapReason;
}

/** Minimum probabilities for a voice that is not meant for the agent, and for a backchannel or a cough. */
const NOT_DIRECTED = 0.7;
const LISTENER = 0.6;
/**
 * From this probability on, words do not stop the agent yet: of 72 natural voices that interrupted, none exceeded 0.03.
 */
const MAYBE_NOT_DIRECTED = 0.3;

/**
 * Spotted words count if they start like a request with this margin over a hum (natural logarithm), or were clear this
 * many times.
 */
const REQUEST_MARGIN = 1;
const TIMES_CLEAR = 2;

/**
 * Log odds at which the sound alone stops the agent, by the time since the onset: the longer the voice, the lower. With
 * word spotting, its first result is awaited.
 */
const ENOUGH: readonly { readonly untilMs: number; readonly logOdds: number }[] = [
  { untilMs: 160, logOdds: Infinity },
  { untilMs: 360, logOdds: 2.5 },
  { untilMs: 660, logOdds: 1.5 },
  { untilMs: Infinity, logOdds: 0.75 },
];

/**
 * A voice of the first length says something if it sounds almost as likely as not to interrupt; one of the last length
 * always does.
 */
const LONG_VOICE_MS = 1_000;
const LONG_VOICE_LOG_ODDS = -0.15;
const LONGEST_VOICE_MS = 3_000;

/** With word spotting, verdicts by words or sound wait this long for its first result. */
const SEEN_MS = 500;

/** Age at which spotted words are stale for a voice that continues. */
const STALE_MS = 500;

/**
 * Reactions to the first words of a reply take longer than this: a caller who speaks earlier continues the previous
 * turn.
 */
const FALSE_START_MS = 700;

/** Longer turns are no asides: a backchannel or a cough lasts up to about a second. */
export const ASIDE_MAX_MS = 1_200;

/** True if the open or just ended turn continues the previous one, which the reply cut off. */
export function isFalseStart({
  speech,
  agentStartMs,
  turnStartMs,
}: Pick<TurnTakingState, 'speech' | 'agentStartMs' | 'turnStartMs'>): boolean {
  return speech === 'reply' && turnStartMs < agentStartMs + FALSE_START_MS;
}

/** True while a voice over the agent is being classified and the agent keeps speaking. */
export function judgesNow(
  state: TurnTakingState,
  { judgesOverlaps, interruptionMinWords }: TurnTakingParameters,
): boolean {
  const isJudged = judgesOverlaps && state.turn === 'tentative' && state.agent === 'speaking';
  return isJudged && (interruptionMinWords > 0 || !isFalseStart(state));
}

type JudgedState = Pick<
  TurnTakingState,
  'nowMs' | 'overlap' | 'callerSpeaking' | 'wordCount' | 'meaning' | 'margin' | 'timesClear' | 'seenMs'
>;
type JudgedBy = Pick<TurnTakingParameters, 'interruptionMinWords' | 'seesWords'>;

/**
 * Classifies the voice over the agent. The sound shows whether it is meant for the agent, and its purpose until words
 * are known; after that, only words show the purpose.
 */
export function judgeOverlap(state: JudgedState, parameters: JudgedBy): OverlapJudgement {
  const { overlap, callerSpeaking, nowMs, seenMs, margin } = state;
  if (overlap && overlap.notDirected >= NOT_DIRECTED) return { verdict: 'not-directed', reason: 'sound' };
  const isSeen = margin !== undefined && (!callerSpeaking || nowMs - seenMs < STALE_MS);
  if (isSeen || margin === undefined) {
    const byWords = judgedByWords(state, parameters);
    if (byWords) return byWords;
  }
  if (isSeen || !overlap || parameters.interruptionMinWords > 0) return UNCLEAR;
  return judgedBySound(overlap, callerSpeaking, parameters);
}

/** @returns Undefined if too few words are known. */
function judgedByWords(
  { overlap, wordCount, meaning, margin, timesClear }: JudgedState,
  { interruptionMinWords, seesWords }: JudgedBy,
): OverlapJudgement | undefined {
  if (wordCount < Math.max(interruptionMinWords, 1)) return undefined;
  const isLookedFor = seesWords === true && margin === undefined;
  if (isLookedFor && overlap && overlap.sinceOnsetMs < SEEN_MS) return undefined;
  if (listens(meaning)) return { verdict: 'backchannel', reason: 'words' };
  if (overlap && overlap.notDirected >= MAYBE_NOT_DIRECTED) return UNCLEAR;
  if (margin !== undefined && margin <= VERY_CLEAR_MARGIN && soundsLikeListener(overlap)) return UNCLEAR;
  const isClear =
    margin === undefined || (meaning === 'words' ? timesClear >= TIMES_CLEAR : margin > REQUEST_MARGIN);
  return isClear ? { verdict: 'interruption', reason: 'words' } : UNCLEAR;
}

function judgedBySound(
  overlap: OverlapEvidence,
  callerSpeaking: boolean,
  { seesWords }: JudgedBy,
): OverlapJudgement {
  const { sinceOnsetMs, interruption } = overlap;
  const enough = ENOUGH.find(({ untilMs }) => sinceOnsetMs < untilMs)?.logOdds ?? Infinity;
  if (seesWords && sinceOnsetMs < SEEN_MS) return UNCLEAR;
  if (interruption > enough) return { verdict: 'interruption', reason: 'sound' };
  const longMs = interruption > LONG_VOICE_LOG_ODDS ? LONG_VOICE_MS : LONGEST_VOICE_MS;
  if (callerSpeaking && sinceOnsetMs >= longMs) return { verdict: 'interruption', reason: 'length' };
  return soundsLikeListener(overlap) ? { verdict: 'backchannel', reason: 'sound' } : UNCLEAR;
}

const soundsLikeListener = (overlap: OverlapEvidence | undefined): boolean =>
  overlap !== undefined && overlap.backchannel + overlap.tic >= LISTENER;

const UNCLEAR: OverlapJudgement = { verdict: 'unclear', reason: 'none' };

/** True if the voice is not meant for the agent, so its words do not matter. */
export function isNobodys(state: TurnTakingState, parameters: TurnTakingParameters): boolean {
  return judgeOverlap(state, parameters).verdict === 'not-directed';
}

/**
 * True if an ended voice needs no answer, however it is transcribed: it was a backchannel, or short without words more
 * likely than a hum.
 */
export function asksForNothing(state: TurnTakingState, parameters: TurnTakingParameters): boolean {
  const { margin, seenMs, speechEndMs, turnStartMs } = state;
  if (margin === undefined || seenMs <= speechEndMs) return false;
  const { verdict } = judgeOverlap(state, parameters);
  const isShort = speechEndMs - turnStartMs <= ASIDE_MAX_MS;
  return verdict === 'backchannel' || (verdict === 'unclear' && (isShort || margin < REQUEST_MARGIN));
}

/** Records the current verdict about the voice over the agent. */
export function judged(state: TurnTakingState, parameters: TurnTakingParameters): TurnTakingDecision[] {
  if (!parameters.judgesOverlaps || isFalseStart(state)) return [];
  const { onsetMs, nowMs, wordCount, meaning, margin, overlap: evidence } = state;
  const known = {
    ...(evidence && { evidence }),
    ...(meaning !== undefined && { meaning }),
    ...(margin !== undefined && { margin }),
  };
  const afterMs = Math.round(nowMs - onsetMs);
  return [
    { kind: 'overlap-judged', overlap: { ...judgeOverlap(state, parameters), afterMs, wordCount, ...known } },
  ];
}

/** Lowers the agent's volume while the voice over it is unclear. */
export function volumeOf(state: TurnTakingState, parameters: TurnTakingParameters) {
  const isJudged = judgesNow(state, parameters) && state.callerSpeaking && !state.voiceDistrusted;
  const ducked = isJudged && parameters.duckDb > 0 && !isNobodys(state, parameters);
  const gain = ducked ? 10 ** (-parameters.duckDb / 20) : 1;
  const decisions: TurnTakingDecision[] = ducked === state.ducked ? [] : [{ kind: 'set-gain', gain }];
  return { ducked, decisions };
}
