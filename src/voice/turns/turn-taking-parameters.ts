import type { TurnTakingSettings } from '../../agent-document/index.js';
import { TURN_TAKING_DEFAULTS } from '../../agent-document/turn-taking-defaults.js';
import { turnTakingOf } from '../../agent-document/turn-taking-names.js';
import { isEnglish } from './meaning.js';

const { endpointing, interruption, backchannel, prompts } = TURN_TAKING_DEFAULTS;

/**
 * All parameters of turn-taking. Times are in milliseconds; `TURN_TAKING_DEFAULTS` and `DEFAULT_TURN_TAKING` name the
 * sources of the defaults.
 */
export interface TurnTakingParameters {
  /** Silence that ends a turn of words that may be complete. */
  readonly endpointingMinMs: number;
  /** Silence that ends a turn that is certainly a complete question or answer; at most `endpointingMinMs`. */
  readonly endpointingCompleteMs: number;
  /** Silence that ends a turn of clearly unfinished words. */
  readonly endpointingMaxMs: number;
  /**
   * Silence that ends a turn whose words may be unfinished or match no known answer; three quarters of it if the turn
   * is long enough for a sentence. Between the minimum and the maximum; absent: the maximum.
   */
  readonly endpointingUnclearMs?: number;
  /**
   * Silence after an aside after which the agent resumes before the words are certain; later words pause it again. 0:
   * it waits until the turn is understood. Use more than 0 only with partial transcripts.
   */
  readonly asideResumeMs: number;
  /** Preemptive generation: starts answers during the silence that will end a turn, and speaks them only after it. */
  readonly beginsEarly: boolean;
  /** Silence before preemptive generation; longer than most gaps between words. */
  readonly earlyAfterMs: number;
  /** Restricts preemptive generation to known words that do not sound unfinished. */
  readonly earlyNeedsWords: boolean;
  /** Preemptive answers per turn, after which its end is awaited. All but the last are wasted. */
  readonly earlyAttempts: number;
  /**
   * The recognizer reports when its words are complete. Until then, for example while it is behind, a silence is as
   * uncertain as after unclear words. Absent: it does not report this.
   */
  readonly settlesWords?: boolean;
  /** Whether the caller can interrupt the agent at all. */
  readonly interruptions: boolean;
  /** Caller speech that stops the agent. */
  readonly interruptionMinMs: number;
  /**
   * Whether the agent continues while speech over it is unclear. Requires that the sound of speech is classified
   * (`overlap-heard`), which the engine has to provide; without it, every voice pauses the agent, which resumes after a
   * false interruption.
   */
  readonly judgesOverlaps: boolean;
  /** Volume reduction in that case, in dB; 0: none. */
  readonly duckDb: number;
  /** Whether words are spotted in ongoing speech over the agent (`words-seen`). */
  readonly seesWords?: boolean | undefined;
  /** Number of words that stop the agent, in addition to speech; 0: words do not matter. */
  readonly interruptionMinWords: number;
  /** How long an interruption may bring no words before the agent resumes; 0: it never resumes. */
  readonly falseInterruptionMs: number;
  /** Whether the caller can interrupt the greeting. */
  readonly greetingInterruptible: boolean;
  /** Silence of both sides before the caller is prompted, and between prompts; 0: never. */
  readonly noInputPromptMs: number;
  /** Prompts, spoken in order. */
  readonly noInputPrompts: readonly string[];
  /** Silence of both sides, ignoring prompts, that ends the call; 0: never. */
  readonly hangUpAfterSilenceMs: number;
  /** A longer turn is ended, so that noise cannot hold the floor forever. */
  readonly longestTurnMs: number;
}

/**
 * The minimum for an interruption, 100 ms, can be this short because the sound is classified, or the agent only pauses
 * at first and resumes after a backchannel or a cough. The 80 ms before preemptive generation, and the longest turn,
 * are our own values.
 */
export const DEFAULT_TURN_TAKING: TurnTakingParameters = {
  endpointingMinMs: endpointing.minMs,
  endpointingCompleteMs: endpointing.completeMs,
  endpointingMaxMs: endpointing.maxMs,
  endpointingUnclearMs: endpointing.unclearMs,
  asideResumeMs: 0,
  beginsEarly: endpointing.beginEarly,
  earlyAfterMs: 80,
  earlyNeedsWords: true,
  earlyAttempts: endpointing.earlyAttempts,
  interruptions: interruption.enabled,
  interruptionMinMs: interruption.minMs,
  judgesOverlaps: backchannel.judge,
  duckDb: backchannel.duckDb,
  seesWords: false,
  interruptionMinWords: interruption.minWords,
  falseInterruptionMs: interruption.resumeAfterMs,
  greetingInterruptible: interruption.greeting,
  noInputPromptMs: prompts.afterMs,
  noInputPrompts: prompts.texts,
  hangUpAfterSilenceMs: prompts.hangUpAfterMs,
  longestTurnMs: 60_000,
};

/**
 * For engines without partial transcripts. Preemptive generation waits for a silence that is longer than most pauses:
 * each wasted answer costs the tokens of the whole conversation, and splits the caller's words in two.
 */
export const WITHOUT_WORDS: Partial<TurnTakingParameters> = {
  earlyAfterMs: 250,
  earlyNeedsWords: false,
};

/** Adapts parameters to a detector that may be unable to classify sounds or to spot words. */
export function judgedBy(
  detector: { readonly overlaps?: unknown; readonly words?: unknown },
  parameters: TurnTakingParameters,
  languageCode?: string,
): TurnTakingParameters {
  const judgesOverlaps = parameters.judgesOverlaps && detector.overlaps !== undefined;
  const seesWords = judgesOverlaps && detector.words !== undefined && isEnglish(languageCode);
  return { ...parameters, judgesOverlaps, seesWords };
}

/**
 * The defaults, overridden by the agent document.
 * @param defaults Of this engine, if they differ from the general ones.
 */
export function turnTakingParameters(
  settings: TurnTakingSettings = {},
  defaults: Partial<TurnTakingParameters> = {},
): TurnTakingParameters {
  const { endpointing, interruption, backchannel, prompts } = turnTakingOf(settings);
  const usual = { ...DEFAULT_TURN_TAKING, ...defaults };
  const endpointingMinMs = endpointing.minMs ?? usual.endpointingMinMs;
  const completeMs = endpointing.completeMs ?? endpointing.minMs ?? usual.endpointingCompleteMs;
  return {
    ...usual,
    endpointingMinMs,
    endpointingCompleteMs: Math.min(completeMs, endpointingMinMs),
    endpointingMaxMs: Math.max(endpointingMinMs, endpointing.maxMs ?? usual.endpointingMaxMs),
    endpointingUnclearMs: endpointing.unclearMs ?? usual.endpointingUnclearMs,
    beginsEarly: endpointing.beginEarly ?? usual.beginsEarly,
    earlyAttempts: endpointing.earlyAttempts ?? usual.earlyAttempts,
    interruptions: interruption.enabled ?? usual.interruptions,
    interruptionMinMs: interruption.minMs ?? usual.interruptionMinMs,
    interruptionMinWords: interruption.minWords ?? usual.interruptionMinWords,
    falseInterruptionMs: interruption.resumeAfterMs ?? usual.falseInterruptionMs,
    greetingInterruptible: interruption.greeting ?? usual.greetingInterruptible,
    judgesOverlaps: backchannel.judge ?? usual.judgesOverlaps,
    duckDb: backchannel.duckDb ?? usual.duckDb,
    noInputPromptMs: prompts.afterMs ?? usual.noInputPromptMs,
    noInputPrompts: prompts.texts ?? usual.noInputPrompts,
    hangUpAfterSilenceMs: prompts.hangUpAfterMs ?? usual.hangUpAfterSilenceMs,
  };
}
