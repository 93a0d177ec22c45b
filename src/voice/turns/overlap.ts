import type { OverlapEvidence, OverlapReason, OverlapVerdict } from '../overlap-evidence.js';
import { listens } from './meaning.js';
import { VERY_CLEAR_MARGIN } from './known-words.js';
import type { TurnTakingParameters } from './turn-taking-parameters.js';
import type { TurnTakingDecision, TurnTakingState } from './turn-taking-types.js';

interface OverlapJudgement {
  readonly verdict: OverlapVerdict;
  readonly reason: OverlapReason;
}

/** From here on the sound is taken for somebody else's voice or one far away, and for a backchannel or a cough. */
const NOT_DIRECTED = 0.7;
const LISTENER = 0.6;
/** From here on it may be, and words are waited with: of 72 natural voices that interrupted none had more than 0.03. */
const MAYBE_NOT_DIRECTED = 0.3;

/**
 * Words that are seen while they are spoken count when they begin as requests do and are so much likelier than a hum
 * (natural logarithm), or when they have been found clear so often.
 */
const REQUEST_MARGIN = 1;
const TIMES_CLEAR = 2;

/**
 * Log odds of an interruption by which the sound alone stops the agent, by the time since the onset: the longer the
 * voice has been heard, the less is asked of it. Where words are seen, they are waited for.
 */
const ENOUGH: readonly { readonly untilMs: number; readonly logOdds: number }[] = [
  { untilMs: 160, logOdds: Infinity },
  { untilMs: 360, logOdds: 2.5 },
  { untilMs: 660, logOdds: 1.5 },
  { untilMs: Infinity, logOdds: 0.75 },
];

/** A voice that goes on for so long says something, where it sounds nearly as likely to interrupt as not, or anyhow. */
const LONG_VOICE_MS = 1_000;
const LONG_VOICE_LOG_ODDS = -0.15;
const LONGEST_VOICE_MS = 3_000;

/** Where words are seen, a look is waited for until then, also with words that were heard otherwise. */
const SEEN_MS = 500;

/** What was seen of words so long ago tells nothing of a voice that goes on. */
const STALE_MS = 500;

/** Nobody reacts to the first words of a reply this soon: who speaks then goes on with its own turn. */
const FALSE_START_MS = 700;

/** Whether the open turn, or the one that has just ended, goes on with the turn before, which the reply cut off. */
export function isFalseStart({
  speech,
  agentStartMs,
  turnStartMs,
}: Pick<TurnTakingState, 'speech' | 'agentStartMs' | 'turnStartMs'>): boolean {
  return speech === 'reply' && turnStartMs < agentStartMs + FALSE_START_MS;
}

/** Whether a voice over the agent's is being judged, and the agent goes on meanwhile. */
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
 * What is to be thought of the voice that the agent hears while it speaks. The sound tells whose voice it is, and what
 * it wants until there are words; from then on words alone tell that.
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

/** @returns Undefined where no words are known, or too few. */
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

/** Whether what is judged isn't meant for the agent: nobody needs to be asked what it said. */
export function isNobodys(state: TurnTakingState, parameters: TurnTakingParameters): boolean {
  return judgeOverlap(state, parameters).verdict === 'not-directed';
}

/**
 * Whether all of a voice that has ended was seen to be a backchannel, or a short one to have no words that are likelier
 * than a hum: then it asks for nothing, however it is written down.
 */
export function asksForNothing(state: TurnTakingState, parameters: TurnTakingParameters): boolean {
  const { margin, seenMs, speechEndMs, turnStartMs } = state;
  if (margin === undefined || seenMs <= speechEndMs) return false;
  const { verdict } = judgeOverlap(state, parameters);
  const isShort = speechEndMs - turnStartMs <= parameters.asideMaxMs;
  return verdict === 'backchannel' || (verdict === 'unclear' && (isShort || margin < REQUEST_MARGIN));
}

/** For the record: what the voice over the agent's is taken for now. */
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

/** The agent is softer as long as it isn't clear what the voice over its own means. */
export function volumeOf(state: TurnTakingState, parameters: TurnTakingParameters) {
  const isJudged = judgesNow(state, parameters) && state.callerSpeaking && !state.voiceDistrusted;
  const ducked = isJudged && parameters.duckDb > 0 && !isNobodys(state, parameters);
  const gain = ducked ? 10 ** (-parameters.duckDb / 20) : 1;
  const decisions: TurnTakingDecision[] = ducked === state.ducked ? [] : [{ kind: 'set-gain', gain }];
  return { ducked, decisions };
}
