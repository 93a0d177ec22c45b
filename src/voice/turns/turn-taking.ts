import { abandonEarly, beginEarly, callerHushed } from './early.js';
import { isInterruptible, nextDeadline, type Deadline, type DeadlineKind } from './deadlines.js';
import { keysBegan, keysEntered } from './keys.js';
import { asksForNothing, isFalseStart, isNobodys, judged, judgesNow, volumeOf } from './overlap.js';
import { NO_OPINION, NO_WORDS, withWords } from './known-words.js';
import type { TurnTakingParameters } from './turn-taking-parameters.js';
import type {
  SpeechKind,
  Step,
  TurnTakingDecision,
  TurnTakingEvent,
  TurnTakingState,
} from './turn-taking-types.js';
import { askWhetherThere, only, resume, turnUnderstood } from './understood.js';

/** The state at the beginning of a call. */
export function initialTurnTaking(atMs: number): TurnTakingState {
  return {
    nowMs: atMs,
    agent: 'silent',
    speech: 'reply',
    agentStartMs: -Infinity,
    callerSpeaking: false,
    turn: 'none',
    understanding: false,
    owesAnswer: false,
    turnStartMs: atMs,
    onsetMs: atMs,
    speechEndMs: atMs,
    heardUntilMs: Infinity,
    suspectedMs: -Infinity,
    ...NO_WORDS,
    hushed: true,
    hushEndMs: atMs,
    early: false,
    earlyBegun: 0,
    wentOn: false,
    overlap: undefined,
    ducked: false,
    pausedMs: atMs,
    falseStart: false,
    voiceDistrusted: false,
    quietSinceMs: atMs,
    promptsGiven: 0,
    holdUntilMs: -Infinity,
    hungUp: false,
  };
}

/**
 * Processes the next event. Deadlines before it are processed first, so a late tick only delays when a decision is
 * known. After a `hang-up` there are no more decisions.
 */
export function step(
  before: TurnTakingState,
  event: TurnTakingEvent,
  parameters: TurnTakingParameters,
): Step {
  const decisions: TurnTakingDecision[] = [];
  const apply = (next: Step): TurnTakingState => {
    decisions.push(...next.decisions);
    return next.state;
  };

  let state = before;
  const atMs = Math.max(event.atMs, state.nowMs);
  for (let due = dueBy(state, parameters, atMs); due !== undefined; due = dueBy(state, parameters, atMs)) {
    state = apply(expire({ ...state, nowMs: Math.max(state.nowMs, due.atMs) }, due.kind, parameters));
  }
  state = { ...state, nowMs: atMs };
  if (!state.hungUp) state = apply(take(state, event, parameters));
  for (let due = dueBy(state, parameters, atMs); due !== undefined; due = dueBy(state, parameters, atMs)) {
    state = apply(expire({ ...state, nowMs: Math.max(state.nowMs, due.atMs) }, due.kind, parameters));
  }
  state = apply(abandonEarly(state));
  const volume = volumeOf(state, parameters);
  state = { ...state, ducked: volume.ducked };
  return { state, decisions: [...decisions, ...volume.decisions] };
}

function dueBy(state: TurnTakingState, parameters: TurnTakingParameters, atMs: number): Deadline | undefined {
  const deadline = nextDeadline(state, parameters, atMs);
  return deadline && deadline.atMs <= atMs ? deadline : undefined;
}

function take(state: TurnTakingState, event: TurnTakingEvent, parameters: TurnTakingParameters): Step {
  switch (event.kind) {
    case 'caller-suspected':
      return only({ ...state, suspectedMs: state.nowMs });
    case 'caller-started':
      return callerStarted(state, event.onsetMs, parameters);
    case 'caller-fading':
    case 'caller-hushed':
      return callerHushed(state, event.endMs);
    case 'caller-went-on':
      return only({ ...state, hushed: false, settled: false });
    case 'caller-stopped':
      return callerStopped(state, event.endMs, parameters);
    case 'caller-heard':
      return only({ ...state, heardUntilMs: event.untilMs });
    case 'words-so-far':
    case 'words-seen':
      return only(withWords(state, event));
    case 'overlap-heard':
      return only({ ...state, overlap: event.evidence });
    case 'turn-understood':
      return turnUnderstood(state, event.outcome, parameters);
    case 'greeting-due':
      return only({ ...state, quietSinceMs: Infinity });
    case 'agent-started':
      return agentStarted(state, event.speech, parameters);
    case 'agent-finished':
      return agentFinished(state);
    case 'agent-silent':
      return only({ ...state, agent: 'silent', quietSinceMs: state.nowMs });
    case 'keys-began':
      return keysBegan(state, parameters);
    case 'keys-entered':
      return keysEntered(state, parameters);
    case 'tick':
      return only(state);
  }
}

function expire(state: TurnTakingState, due: DeadlineKind, parameters: TurnTakingParameters): Step {
  switch (due) {
    case 'interruption':
      return interrupt(state, parameters);
    case 'false-interruption':
      return resume({ ...state, turn: tentativeAgain(state), voiceDistrusted: true });
    case 'aside':
      return resume({ ...state, turn: 'tentative', wentOn: true });
    case 'early':
      return beginEarly(state);
    case 'endpoint':
    case 'longest-turn':
      return endTurn(state, parameters);
    case 'prompt':
      return {
        state: { ...state, agent: 'preparing', promptsGiven: state.promptsGiven + 1 },
        decisions: [{ kind: 'prompt', index: state.promptsGiven }],
      };
    case 'held-long-enough':
      return askWhetherThere(state, parameters);
    case 'hang-up':
      return { state: { ...state, hungUp: true }, decisions: [{ kind: 'hang-up' }] };
  }
}

function callerStarted(state: TurnTakingState, onsetMs: number, parameters: TurnTakingParameters): Step {
  const speaking = {
    ...state,
    ...NO_OPINION,
    callerSpeaking: true,
    hushed: false,
    onsetMs,
    overlap: undefined,
  };
  if (state.turn !== 'none') return only(speaking);
  if (!isInterruptible(state, parameters)) return only(speaking);
  return beginTurn(speaking, onsetMs);
}

function callerStopped(state: TurnTakingState, endMs: number, parameters: TurnTakingParameters): Step {
  const quiet = { callerSpeaking: false, hushed: true, quietSinceMs: state.nowMs };
  const silent = { ...state, ...quiet, speechEndMs: endMs, hushEndMs: endMs };
  const tooShort = endMs - state.onsetMs < parameters.interruptionMinMs;
  if (state.turn === 'tentative' && tooShort && state.wordCount === 0) return discard(silent);
  if (judgesNow(silent, parameters))
    return isNobodys(silent, parameters) ? dismiss(silent, parameters) : only(silent);
  return only(silent);
}

/** A turn that overlaps with the agent is tentative; any other holds the floor at once. */
function beginTurn(state: TurnTakingState, fromMs: number): Step {
  const turn = state.agent === 'silent' ? 'held' : 'tentative';
  return {
    state: {
      ...state,
      turn,
      turnStartMs: fromMs,
      owesAnswer: false,
      ...NO_WORDS,
      voiceDistrusted: false,
      wentOn: false,
      earlyBegun: 0,
    },
    decisions: [{ kind: 'begin-turn', fromMs }],
  };
}

/** The caller has spoken long enough over the agent. */
function interrupt(state: TurnTakingState, parameters: TurnTakingParameters): Step {
  const held: TurnTakingState = { ...state, turn: 'held' };
  switch (state.agent) {
    case 'speaking':
      return {
        state: { ...held, agent: 'paused', pausedMs: state.nowMs, falseStart: isFalseStart(state) },
        decisions: [{ kind: 'pause-agent' }, ...judged(state, parameters)],
      };
    case 'preparing':
      return { state: { ...held, agent: 'silent', owesAnswer: true }, decisions: [{ kind: 'cancel-reply' }] };
    case 'silent':
    case 'paused':
      return only(held);
  }
}

function endTurn(state: TurnTakingState, parameters: TurnTakingParameters): Step {
  const tooFewWords = state.wordCount < Math.max(parameters.interruptionMinWords, 1);
  const isJudged = judgesNow(state, parameters);
  if (state.turn === 'tentative' && tooFewWords && !state.wentOn && !isJudged) return discard(state);
  if (isJudged && isNobodys(state, parameters)) return dismiss(state, parameters);
  const supersedes = state.turn === 'tentative' && state.agent === 'preparing';
  const speechEndMs = state.callerSpeaking ? state.nowMs : state.speechEndMs;
  const isHum = isJudged && asksForNothing(state, parameters);
  return {
    state: {
      ...state,
      turn: 'none',
      owesAnswer: false,
      early: false,
      understanding: true,
      agent: state.agent === 'silent' ? 'preparing' : state.agent,
    },
    decisions: [
      ...(supersedes ? [{ kind: 'cancel-reply' } as const] : []),
      { kind: 'end-turn', speechEndMs, ...(isHum && { isHum }) },
      ...(isJudged ? judged(state, parameters) : []),
    ],
  };
}

/**
 * Speech that started while the agent was preparing counts as little as speech over an agent that cannot be
 * interrupted.
 */
function agentStarted(before: TurnTakingState, speech: SpeechKind, parameters: TurnTakingParameters): Step {
  const spoken = { speech, agentStartMs: before.nowMs, falseStart: false };
  const state: TurnTakingState = { ...before, ...spoken, agent: 'speaking' };
  const isIgnored = state.turn === 'tentative' && !isInterruptible(state, parameters);
  return isIgnored ? discard(state) : only(state);
}

function agentFinished(state: TurnTakingState): Step {
  const quietSinceMs = state.speech === 'prompt' ? state.quietSinceMs : state.nowMs;
  const silent: TurnTakingState = { ...state, agent: 'silent', quietSinceMs };
  if (state.turn === 'tentative') return only({ ...silent, turn: 'held' });
  if (state.understanding) return only({ ...silent, agent: 'preparing' });
  const unheard = state.turn === 'none' && state.callerSpeaking;
  return unheard ? beginTurn(silent, state.nowMs) : only(silent);
}

/** The voice continues (most likely a noise), so any words of it still count. */
function tentativeAgain(state: TurnTakingState): TurnTakingState['turn'] {
  return state.turn === 'held' ? 'tentative' : state.turn;
}

/** Discards a voice that needs no answer, without recognizing it. */
function dismiss(state: TurnTakingState, parameters: TurnTakingParameters): Step {
  const { state: without, decisions } = discard(state);
  return { state: without, decisions: [...decisions, ...judged(state, parameters)] };
}

function discard(state: TurnTakingState): Step {
  return {
    state: { ...state, turn: 'none', ...NO_WORDS },
    decisions: [{ kind: 'discard-turn' }],
  };
}
