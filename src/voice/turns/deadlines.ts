import { beginEarlyAtMs } from './early.js';
import { listens } from './meaning.js';
import { ASIDE_MAX_MS, isFalseStart, judgeOverlap, judgesNow } from './overlap.js';
import type { TurnTakingParameters } from './turn-taking-parameters.js';
import type { TurnTakingState } from './turn-taking-types.js';

/** Events caused by time alone. */
export type DeadlineKind =
  | 'interruption'
  | 'false-interruption'
  | 'aside'
  | 'early'
  | 'endpoint'
  | 'longest-turn'
  | 'prompt'
  | 'held-long-enough'
  | 'hang-up';

export interface Deadline {
  readonly kind: DeadlineKind;
  readonly atMs: number;
}

/** From the first voice window (32 ms) to the verdict, which comes with the second one, plus processing time. */
const SUSPICION_MS = 48;

/** Speech of this length may be a whole sentence; a shorter silence then ends the turn. */
const SENTENCE_MS = 1_000;
const SENTENCE_SHARE = 0.75;

/**
 * Speech over the agent that seems shorter than this may be longer: no word is this short, and an echo may hide the
 * rest.
 */
const SHORT_MS = 200;
/**
 * From the onset until the sound is classified. Both were tuned with `bench:duplex` on its development corpus, with
 * echo.
 */
const JUDGED_MS = 700;

/**
 * Silence that ends an aside, because the agent's own sentence is waiting: longer than the gaps within a word. At most
 * the usual silence.
 */
const ASIDE_ENDPOINTING_MS = 250;

/** Normal delay of listening: late packets, incomplete windows. */
export const HEARING_LAG_MS = 100;
/** Extra time before a silence counts that cannot be verified, because audio or verdicts are late. */
const HEARING_PATIENCE_MS = 1_000;

/** The earliest event that time alone causes; undefined if there is none. */
export function nextDeadline(
  state: TurnTakingState,
  parameters: TurnTakingParameters,
  nowMs = state.nowMs,
): Deadline | undefined {
  if (state.hungUp) return undefined;
  const deadlines = [...turnDeadlines(state, parameters, nowMs), ...silenceDeadlines(state, parameters)];
  return deadlines.reduce<Deadline | undefined>(
    (earliest, deadline) => (earliest && earliest.atMs <= deadline.atMs ? earliest : deadline),
    undefined,
  );
}

/** The latest time for the next tick. */
export function nextDeadlineMs(state: TurnTakingState, parameters: TurnTakingParameters): number | undefined {
  return nextDeadline(state, parameters)?.atMs;
}

/** True if the caller may interrupt the agent's current activity. */
export function isInterruptible(state: TurnTakingState, parameters: TurnTakingParameters): boolean {
  if (state.agent !== 'speaking') return true;
  return parameters.interruptions && (state.speech !== 'greeting' || parameters.greetingInterruptible);
}

function turnDeadlines(state: TurnTakingState, parameters: TurnTakingParameters, nowMs: number): Deadline[] {
  const deadlines: Deadline[] = [];
  if (state.turn === 'tentative' && mayInterrupt(state, parameters)) {
    const voiceMs = state.agent === 'speaking' && isFalseStart(state) ? 0 : parameters.interruptionMinMs;
    deadlines.push({ kind: 'interruption', atMs: state.onsetMs + voiceMs });
  }
  const waits = state.agent === 'paused' && !isHolding(state);
  if (waits && parameters.falseInterruptionMs > 0 && state.wordCount === 0) {
    deadlines.push({ kind: 'false-interruption', atMs: state.pausedMs + parameters.falseInterruptionMs });
  }
  if (mayGoOn(state, parameters)) {
    const goOnMs = state.speechEndMs + parameters.asideResumeMs;
    deadlines.push({ kind: 'aside', atMs: heardOutMs(state, goOnMs, nowMs) });
  }
  const earlyMs = beginEarlyAtMs(state, parameters);
  if (earlyMs !== undefined) deadlines.push({ kind: 'early', atMs: earlyMs });
  if (state.turn !== 'none') {
    if (!state.callerSpeaking)
      deadlines.push({ kind: 'endpoint', atMs: endpointMs(state, parameters, nowMs) });
    deadlines.push({ kind: 'longest-turn', atMs: state.turnStartMs + parameters.longestTurnMs });
  }
  return deadlines;
}

/** Gives a caller who seems to continue at the last moment time to do so. */
function endpointMs(state: TurnTakingState, parameters: TurnTakingParameters, nowMs: number): number {
  const silenceMs = silenceThatEndsTurnMs(state, parameters);
  const silentUntilMs = heardOutMs(state, state.speechEndMs + silenceMs, nowMs);
  const isShort = state.speechEndMs - state.turnStartMs <= SHORT_MS;
  const isJudged = state.overlap !== undefined && judgesNow(state, parameters);
  const judgedMs = isJudged && isShort ? state.onsetMs + JUDGED_MS : -Infinity;
  return Math.max(silentUntilMs, state.suspectedMs + SUSPICION_MS, judgedMs);
}

/**
 * When a silence until `atMs` counts. Unheard time is not silence: after a stall of the process the caller's audio of
 * that time has yet to arrive.
 */
function heardOutMs(state: TurnTakingState, atMs: number, nowMs: number): number {
  const isHearing = nowMs <= atMs + HEARING_LAG_MS && state.heardUntilMs >= atMs - HEARING_LAG_MS;
  return isHearing || state.heardUntilMs >= atMs ? atMs : atMs + HEARING_PATIENCE_MS;
}

/** True if it matters how far the caller's audio has been judged. */
export function hearsOutCaller({ turn, callerSpeaking }: TurnTakingState): boolean {
  return turn !== 'none' && !callerSpeaking;
}

/** A paused agent soon classifies the sound that paused it, because its own sentence is waiting. */
function silenceThatEndsTurnMs(state: TurnTakingState, parameters: TurnTakingParameters): number {
  const agentWaits = state.agent === 'paused' || state.wentOn || judgesNow(state, parameters);
  if (agentWaits && isAside(state)) {
    return Math.min(ASIDE_ENDPOINTING_MS, parameters.endpointingMinMs);
  }
  const { unfinished, unclear, complete } = state;
  // An agent that keeps speaking would talk over the caller it waits for.
  const isOver = judgesNow(state, parameters);
  if (unfinished && !complete) return isOver ? unclearMs(state, parameters) : parameters.endpointingMaxMs;
  const isBehind = parameters.settlesWords === true && !state.settled;
  if (isBehind || (!complete && unclear)) return unclearMs(state, parameters);
  return complete
    ? Math.min(parameters.endpointingCompleteMs, parameters.endpointingMinMs)
    : parameters.endpointingMinMs;
}

/** After enough speech for a whole sentence, the caller has more likely finished. */
function unclearMs({ turnStartMs, speechEndMs }: TurnTakingState, parameters: TurnTakingParameters): number {
  const { endpointingMaxMs, endpointingUnclearMs = endpointingMaxMs, endpointingMinMs } = parameters;
  const isSentence = speechEndMs - turnStartMs >= SENTENCE_MS;
  const silenceMs = isSentence ? endpointingUnclearMs * SENTENCE_SHARE : endpointingUnclearMs;
  return Math.max(endpointingMinMs, Math.min(silenceMs, endpointingMaxMs));
}

/** True if the caller's last speech was short and, as far as is known, needs no answer. */
function isAside(state: TurnTakingState): boolean {
  if (state.falseStart) return false;
  const lengthMs = state.speechEndMs - state.turnStartMs;
  return lengthMs <= ASIDE_MAX_MS && (state.wordCount === 0 || listens(state.meaning));
}

/**
 * True if the agent resumes after a moment, before the turn is understood. Once per turn: unstable words must not make
 * it stutter.
 */
function mayGoOn(state: TurnTakingState, parameters: TurnTakingParameters): boolean {
  const { asideResumeMs, falseInterruptionMs } = parameters;
  if (asideResumeMs === 0 || falseInterruptionMs === 0) return false;
  const waits = state.agent === 'paused' && state.turn === 'held' && !state.callerSpeaking;
  return waits && !isHolding(state) && !state.wentOn && isAside(state);
}

function mayInterrupt(state: TurnTakingState, parameters: TurnTakingParameters): boolean {
  if (judgesNow(state, parameters)) return isInterruption(state, parameters);
  const enoughWords = state.wordCount >= parameters.interruptionMinWords;
  if (!state.callerSpeaking)
    return state.wentOn && enoughWords && state.wordCount > 0 && !listens(state.meaning);
  return enoughWords && (!state.voiceDistrusted || state.wordCount > 0);
}

/** A voice that was once classified as noise counts only by its words afterwards. */
function isInterruption(state: TurnTakingState, parameters: TurnTakingParameters): boolean {
  const { verdict, reason } = judgeOverlap(state, parameters);
  return verdict === 'interruption' && (!state.voiceDistrusted || reason === 'words');
}

/** True if the caller has asked the agent to wait. */
export function isHolding({ holdUntilMs }: TurnTakingState): boolean {
  return holdUntilMs > -Infinity;
}

function silenceDeadlines(state: TurnTakingState, parameters: TurnTakingParameters): Deadline[] {
  const occupied = state.turn !== 'none' || state.understanding || state.callerSpeaking;
  if (occupied || state.agent === 'speaking' || state.agent === 'preparing') return [];
  if (isHolding(state)) return [{ kind: 'held-long-enough', atMs: Math.max(state.holdUntilMs, state.nowMs) }];
  // While the greeting is prepared, no silence counts.
  if (state.agent !== 'silent' || state.quietSinceMs === Infinity) return [];
  const deadlines: Deadline[] = [];
  const { noInputPromptMs, noInputPrompts, hangUpAfterSilenceMs } = parameters;
  if (hangUpAfterSilenceMs > 0) {
    deadlines.push({ kind: 'hang-up', atMs: state.quietSinceMs + hangUpAfterSilenceMs });
  }
  if (noInputPromptMs > 0 && state.promptsGiven < noInputPrompts.length) {
    const atMs = state.quietSinceMs + noInputPromptMs * (state.promptsGiven + 1);
    deadlines.push({ kind: 'prompt', atMs: Math.max(atMs, state.nowMs) });
  }
  return deadlines;
}
