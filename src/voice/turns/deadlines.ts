import { beginEarlyAtMs } from './early.js';
import { listens } from './meaning.js';
import { isFalseStart, judgeOverlap, judgesNow } from './overlap.js';
import type { TurnTakingParameters } from './turn-taking-parameters.js';
import type { TurnTakingState } from './turn-taking-types.js';

/** What happens by itself when time goes by. */
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

/**
 * From the first window of 32 ms with a voice to the verdict, which the second one brings, and the detector's own time.
 */
const SUSPICION_MS = 48;

/** What is said for so long may be a whole sentence; then so much of the silence is enough. */
const SENTENCE_MS = 1_000;
const SENTENCE_SHARE = 0.75;

/** A voice over the agent's that seems to be no longer than this may be: no word is, and an echo may hide the rest. */
const SHORT_MS = 200;
/**
 * From its onset until its sound tells what it is. Both were tuned with `bench:duplex` on its development corpus, with
 * echo.
 */
const JUDGED_MS = 700;

/** How far behind hearing may be with nothing wrong: a packet is late, a window isn't full. */
export const HEARING_LAG_MS = 100;
/** A silence that can't be heard out, because audio or verdicts are late, counts after this much more. */
const HEARING_PATIENCE_MS = 1_000;

/** The earliest thing that happens if nothing else does; undefined when time alone changes nothing. */
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

/** When `step` should be called with a tick at the latest. */
export function nextDeadlineMs(state: TurnTakingState, parameters: TurnTakingParameters): number | undefined {
  return nextDeadline(state, parameters)?.atMs;
}

/** Whether the caller may make the agent stop what it does now. */
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

/** A caller who seems to go on at the last moment is given the time to show it. */
function endpointMs(state: TurnTakingState, parameters: TurnTakingParameters, nowMs: number): number {
  const silenceMs = silenceThatEndsTurnMs(state, parameters);
  const silentUntilMs = heardOutMs(state, state.speechEndMs + silenceMs, nowMs);
  const isShort = state.speechEndMs - state.turnStartMs <= SHORT_MS;
  const isJudged = state.overlap !== undefined && judgesNow(state, parameters);
  const judgedMs = isJudged && isShort ? state.onsetMs + JUDGED_MS : -Infinity;
  return Math.max(silentUntilMs, state.suspectedMs + SUSPICION_MS, judgedMs);
}

/**
 * When a silence until `atMs` counts. Time that passed is no silence as long as nobody has listened to it: after a
 * stall of the process the caller's audio of that time is still to come.
 */
function heardOutMs(state: TurnTakingState, atMs: number, nowMs: number): number {
  const isHearing = nowMs <= atMs + HEARING_LAG_MS && state.heardUntilMs >= atMs - HEARING_LAG_MS;
  return isHearing || state.heardUntilMs >= atMs ? atMs : atMs + HEARING_PATIENCE_MS;
}

/** Whether it matters until when the caller has been heard. */
export function hearsOutCaller({ turn, callerSpeaking }: TurnTakingState): boolean {
  return turn !== 'none' && !callerSpeaking;
}

/** A paused agent soon finds out what the sound that paused it was, since its own sentence is waiting. */
function silenceThatEndsTurnMs(state: TurnTakingState, parameters: TurnTakingParameters): number {
  const agentWaits = state.agent === 'paused' || state.wentOn || judgesNow(state, parameters);
  if (agentWaits && isAside(state, parameters)) {
    return Math.min(parameters.asideEndpointingMs, parameters.endpointingMinMs);
  }
  const { unfinished, unclear, complete } = state;
  // As long as the agent speaks on, it talks over a caller who is waited for.
  const isOver = judgesNow(state, parameters);
  if (unfinished && !complete) return isOver ? unclearMs(state, parameters) : parameters.endpointingMaxMs;
  const isBehind = parameters.settlesWords === true && !state.settled;
  if (isBehind || (!complete && unclear)) return unclearMs(state, parameters);
  return complete
    ? Math.min(parameters.endpointingCompleteMs, parameters.endpointingMinMs)
    : parameters.endpointingMinMs;
}

/** Who has said enough for a whole sentence is likelier to have finished it, whatever it was. */
function unclearMs({ turnStartMs, speechEndMs }: TurnTakingState, parameters: TurnTakingParameters): number {
  const { endpointingMaxMs, endpointingUnclearMs = endpointingMaxMs, endpointingMinMs } = parameters;
  const isSentence = speechEndMs - turnStartMs >= SENTENCE_MS;
  const silenceMs = isSentence ? endpointingUnclearMs * SENTENCE_SHARE : endpointingUnclearMs;
  return Math.max(endpointingMinMs, Math.min(silenceMs, endpointingMaxMs));
}

/** Whether what the caller said, and is silent since, was short and asks for nothing as far as is known. */
function isAside(state: TurnTakingState, parameters: TurnTakingParameters): boolean {
  if (state.falseStart) return false;
  const lengthMs = state.speechEndMs - state.turnStartMs;
  return lengthMs <= parameters.asideMaxMs && (state.wordCount === 0 || listens(state.meaning));
}

/**
 * Whether the agent goes on after a moment, before the turn is understood. Once in a turn: words that flicker must not
 * make it stutter.
 */
function mayGoOn(state: TurnTakingState, parameters: TurnTakingParameters): boolean {
  const { asideResumeMs, falseInterruptionMs } = parameters;
  if (asideResumeMs === 0 || falseInterruptionMs === 0) return false;
  const waits = state.agent === 'paused' && state.turn === 'held' && !state.callerSpeaking;
  return waits && !isHolding(state) && !state.wentOn && isAside(state, parameters);
}

function mayInterrupt(state: TurnTakingState, parameters: TurnTakingParameters): boolean {
  if (judgesNow(state, parameters)) return isInterruption(state, parameters);
  const enoughWords = state.wordCount >= parameters.interruptionMinWords;
  if (!state.callerSpeaking)
    return state.wentOn && enoughWords && state.wordCount > 0 && !listens(state.meaning);
  return enoughWords && (!state.voiceDistrusted || state.wordCount > 0);
}

/** A voice that was taken for a noise once counts only by its words from then on. */
function isInterruption(state: TurnTakingState, parameters: TurnTakingParameters): boolean {
  const { verdict, reason } = judgeOverlap(state, parameters);
  return verdict === 'interruption' && (!state.voiceDistrusted || reason === 'words');
}

/** Whether the caller has asked the agent to wait. */
export function isHolding({ holdUntilMs }: TurnTakingState): boolean {
  return holdUntilMs > -Infinity;
}

function silenceDeadlines(state: TurnTakingState, parameters: TurnTakingParameters): Deadline[] {
  const occupied = state.turn !== 'none' || state.understanding || state.callerSpeaking;
  if (occupied || state.agent === 'speaking' || state.agent === 'preparing') return [];
  if (isHolding(state)) return [{ kind: 'held-long-enough', atMs: Math.max(state.holdUntilMs, state.nowMs) }];
  if (state.agent !== 'silent') return [];
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
