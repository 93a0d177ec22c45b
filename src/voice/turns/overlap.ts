import type { OverlapEvidence, OverlapReason, OverlapVerdict } from '../overlap-evidence.js';
import { isOwnVoice } from './own-voice.js';
import type { TurnTakingParameters } from './turn-taking-parameters.js';
import type { TurnTakingDecision, TurnTakingState } from './turn-taking-types.js';

interface OverlapJudgement {
  readonly verdict: OverlapVerdict;
  readonly reason: OverlapReason;
}

/**
 * Log odds of an interruption that stop the agent, by the time since the onset: the longer the voice has been heard,
 * the less is asked of it. Tuned with `bench:duplex --offline` on its development corpus.
 */
const ENOUGH: readonly { readonly untilMs: number; readonly logOdds: number }[] = [
  { untilMs: 160, logOdds: Infinity },
  { untilMs: 360, logOdds: 2.5 },
  { untilMs: 660, logOdds: 1.5 },
  { untilMs: Infinity, logOdds: 0.75 },
];

/** Words that are a backchannel so far ask for this much more. */
const BACKCHANNEL_LOG_ODDS = 1.5;

/** So much more is asked of a sound where its words will tell soon after. */
const WORDS_COME_LOG_ODDS = 0.5;
/**
 * The same where words are told only after a turn. Tuned over calls in a crowd, on the development corpus: 58 of 60
 * interruptions and 53 backchannels were taken for what they are; 57 and 51 without it, 53 and 50 with twice as much.
 */
const WORDS_COME_LATE_LOG_ODDS = 0.25;

/**
 * So much less is asked in noise that is no voices, where a recogniser that guesses finds nothing that would help: the
 * sound of an interruption is less clear there. More than this costs as many backchannels. Tuned as the above.
 */
const NOISE_LOG_ODDS = 0.3;
/** Noise from here on, in dB below full scale, is in the way of a voice. */
const LOUD_NOISE_DBFS = -45;

/**
 * Where a recogniser that makes few mistakes has told whether the words ask for something, that and the most that the
 * voice ever sounded like an interruption decide: so much for each unit, up to so many of them, are added to the sound.
 * Tuned on the development corpus's callers in a crowd.
 */
const ASKS_WEIGHT = 0.5;
const MOST_ASKS = 3;
const ASKS_LOG_ODDS = 1.75;
/** With less than this the voice asks for nothing, whatever a recogniser that guesses finds in it. */
const LISTENS_LOG_ODDS = -0.75;
/** That is waited for so long after the end of a voice; meanwhile the sound, which tells less, stops nobody. */
const ASKS_WAIT_MS = 500;

/** A voice that goes on for so long says something, where its sound is nearly as likely an interruption as not. */
const LONG_VOICE_MS = 1_000;
const LONG_VOICE_LOG_ODDS = -0.15;
/** The same whatever its sound is like, unless it isn't meant for the agent. */
const LONGEST_VOICE_MS = 3_000;

/** From here on the sound is taken for somebody else's voice, or one far from the microphone. */
const NOT_DIRECTED = 0.7;

/** From here on the sound is taken for a backchannel or a cough. */
const LISTENER = 0.6;

/** Before that it isn't known whether a voice is the agent's own, and words are waited with. */
const OWN_VOICE_KNOWN_MS = 260;

/** Of a stretch of voice that has just begun. */
export const NO_SOUND = { overlap: undefined, overlapMost: -Infinity };

export function overlapHeard(state: TurnTakingState, overlap: OverlapEvidence): TurnTakingState {
  return { ...state, overlap, overlapMost: Math.max(state.overlapMost, overlap.interruption) };
}

/** Whether a voice over the agent's is being judged, and the agent goes on meanwhile. */
export function judgesNow(
  { turn, agent }: Pick<TurnTakingState, 'turn' | 'agent'>,
  { judgesOverlaps }: Pick<TurnTakingParameters, 'judgesOverlaps'>,
): boolean {
  return judgesOverlaps && turn === 'tentative' && agent === 'speaking';
}

type JudgedState = Pick<
  TurnTakingState,
  | 'overlap'
  | 'overlapMost'
  | 'ownVoice'
  | 'callerSpeaking'
  | 'wordCount'
  | 'backchannel'
  | 'asks'
  | 'asksLater'
  | 'hushed'
  | 'hushEndMs'
  | 'nowMs'
>;

/** What is to be thought of the voice that the agent hears while it speaks. */
export function judgeOverlap(
  state: JudgedState,
  {
    interruptionMinWords,
    guessesWords,
    wordsTell,
  }: Pick<TurnTakingParameters, 'interruptionMinWords' | 'guessesWords' | 'wordsTell'>,
): OverlapJudgement {
  const { overlap, callerSpeaking, wordCount, backchannel } = state;
  const own = isOwnVoice(state);
  const hasWords = wordCount >= Math.max(interruptionMinWords, 1) && !backchannel && !own;
  if (overlap && overlap.notDirected >= NOT_DIRECTED) return { verdict: 'not-directed', reason: 'sound' };
  const isHeard = overlap === undefined || overlap.sinceOnsetMs >= OWN_VOICE_KNOWN_MS;
  if (hasWords && isHeard && (!guessesWords || interruptionMinWords > 0)) return INTERRUPTED_BY_WORDS;
  if (own) return ECHO;
  if (!overlap || interruptionMinWords > 0) return UNCLEAR;
  const byWords = judgedByAsking(state);
  if (byWords) return byWords;
  if (!isWeighed(state)) {
    const more = guessesWords ? -lessInNoise(overlap) : moreByWords(state, wordsTell);
    if (overlap.interruption > enoughLogOdds(overlap) + more) {
      return { verdict: 'interruption', reason: 'sound' };
    }
    if (callerSpeaking && isLong(overlap)) return { verdict: 'interruption', reason: 'length' };
  }
  const listens = overlap.backchannel + overlap.tic >= LISTENER;
  return listens ? { verdict: 'backchannel', reason: 'sound' } : UNCLEAR;
}

/** What words that a good recogniser looked at tell together with the sound. @returns Undefined where neither does. */
function judgedByAsking({ asks, overlapMost }: JudgedState): OverlapJudgement | undefined {
  if (asks === undefined) return undefined;
  const logOdds = overlapMost + ASKS_WEIGHT * Math.max(-MOST_ASKS, Math.min(MOST_ASKS, asks));
  if (logOdds > ASKS_LOG_ODDS) return INTERRUPTED_BY_WORDS;
  return logOdds < LISTENS_LOG_ODDS ? { verdict: 'backchannel', reason: 'words' } : undefined;
}

/** Whether such words have told all there is to know, or soon will. */
function isWeighed(state: JudgedState): boolean {
  return state.asks !== undefined || (state.hushed && state.nowMs < asksUntilMs(state));
}

/** Until when it may be told whether the words of a voice that has fallen silent ask for something. */
export function asksUntilMs({ asks, asksLater, hushEndMs }: JudgedState): number {
  return asksLater && asks === undefined ? hushEndMs + ASKS_WAIT_MS : -Infinity;
}

function isLong({ sinceOnsetMs, interruption }: OverlapEvidence): boolean {
  return sinceOnsetMs >= (interruption > LONG_VOICE_LOG_ODDS ? LONG_VOICE_MS : LONGEST_VOICE_MS);
}

function moreByWords(
  { wordCount, backchannel }: Pick<TurnTakingState, 'wordCount' | 'backchannel'>,
  wordsTell = false,
): number {
  if (wordCount > 0) return backchannel ? BACKCHANNEL_LOG_ODDS : 0;
  return wordsTell ? WORDS_COME_LOG_ODDS : WORDS_COME_LATE_LOG_ODDS;
}

function lessInNoise({ noiseDbfs = -Infinity }: OverlapEvidence): number {
  return noiseDbfs >= LOUD_NOISE_DBFS ? NOISE_LOG_ODDS : 0;
}

const INTERRUPTED_BY_WORDS: OverlapJudgement = { verdict: 'interruption', reason: 'words' };
const ECHO: OverlapJudgement = { verdict: 'echo', reason: 'sound' };
const UNCLEAR: OverlapJudgement = { verdict: 'unclear', reason: 'none' };

function enoughLogOdds({ sinceOnsetMs }: OverlapEvidence): number {
  return ENOUGH.find(({ untilMs }) => sinceOnsetMs < untilMs)?.logOdds ?? Infinity;
}

/** Whether what is judged isn't meant for the agent, or is its own voice. */
export function isNobodys(state: TurnTakingState, parameters: TurnTakingParameters): boolean {
  return NOBODYS.has(judgeOverlap(state, parameters).verdict);
}

const NOBODYS = new Set<OverlapVerdict>(['not-directed', 'echo']);

/**
 * Whether nobody needs to be asked what the voice said: it wasn't meant for the agent, or was the agent's own, or its
 * sound, or a look of a better recogniser, tells more of it than one that guesses.
 */
export function asksForNothing(state: TurnTakingState, parameters: TurnTakingParameters): boolean {
  const { verdict } = judgeOverlap(state, parameters);
  return NOBODYS.has(verdict) || (verdict === 'backchannel' && parameters.guessesWords);
}

/**
 * Whether the agent has never stopped for the turn that is being understood, and its sound told nothing: what sounds
 * like a backchannel or a cough, or isn't meant for the agent, is not understood where the recogniser guesses.
 */
export function spokeOnUnclearly(
  { understanding, agent, turn, wentOn, voiceDistrusted, overlap }: TurnTakingState,
  { judgesOverlaps, guessesWords, interruptionMinWords }: TurnTakingParameters,
): boolean {
  const isUnderstood = understanding && agent === 'speaking' && turn === 'none';
  const spokeOn = isUnderstood && !wentOn && !voiceDistrusted;
  return spokeOn && overlap !== undefined && judgesOverlaps && guessesWords && interruptionMinWords === 0;
}

/** For the record: what the voice over the agent's is taken for now. */
export function judged(state: TurnTakingState, parameters: TurnTakingParameters): TurnTakingDecision[] {
  if (!parameters.judgesOverlaps) return [];
  const { onsetMs, nowMs, wordCount, ownVoice, asks, overlap: evidence } = state;
  const afterMs = Math.round(nowMs - onsetMs);
  const judgement = judgeOverlap(state, parameters);
  const known = {
    ...(evidence && { evidence }),
    ...(asks !== undefined && { asks }),
    ...(ownVoice !== undefined && { ownVoice }),
  };
  return [{ kind: 'overlap-judged', overlap: { ...judgement, afterMs, wordCount, ...known } }];
}

/** The agent is softer as long as it isn't clear what the voice over its own means. */
export function volumeOf(state: TurnTakingState, parameters: TurnTakingParameters) {
  const isJudged = judgesNow(state, parameters) && state.callerSpeaking && !state.voiceDistrusted;
  const ducked = isJudged && parameters.duckDb > 0 && !isNobodys(state, parameters);
  const gain = ducked ? 10 ** (-parameters.duckDb / 20) : 1;
  const decisions: TurnTakingDecision[] = ducked === state.ducked ? [] : [{ kind: 'set-gain', gain }];
  return { ducked, decisions };
}
