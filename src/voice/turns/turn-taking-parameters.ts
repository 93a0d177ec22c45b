import { TURN_TAKING_DEFAULTS, type TurnTakingSettings, turnTakingOf } from '../../agent-document/index.js';
import { isEnglish } from './meaning.js';

const { endpointing, interruption, backchannel, prompts } = TURN_TAKING_DEFAULTS;

/**
 * All that turn-taking can be tuned by. Times are in milliseconds; see `TURN_TAKING_DEFAULTS` and `DEFAULT_TURN_TAKING`
 * for the sources of the defaults.
 */
export interface TurnTakingParameters {
  /** Silence that ends a turn whose words may be complete. */
  readonly endpointingMinMs: number;
  /** Silence that ends a turn whose words are known to be a whole question or answer; at most the minimum. */
  readonly endpointingCompleteMs: number;
  /** Silence that ends a turn whose words are clearly unfinished. */
  readonly endpointingMaxMs: number;
  /**
   * Silence that ends a turn of which nothing is understood that there is an answer to; less after what is long enough
   * for a sentence. Never more than the maximum nor less than the minimum; absent: the maximum.
   */
  readonly endpointingUnclearMs?: number;
  /**
   * Silence that ends a short turn which paused the agent and has brought no words so far, or only a backchannel: what
   * it was is found out soon, since the agent's own sentence is waiting. More than `endpointingMinMs` counts as that.
   */
  readonly asideEndpointingMs: number;
  /** A turn that is longer than this is no aside. */
  readonly asideMaxMs: number;
  /**
   * Silence after an aside at which the agent goes on before it is known for certain what was said; words that are told
   * later stop it again. 0: it waits until the turn is understood. More than 0 only where words are told while the
   * caller speaks.
   */
  readonly asideResumeMs: number;
  /** Whether answers are begun during the silence that will end a turn, and spoken only when it has. */
  readonly beginsEarly: boolean;
  /** Silence before that, which is longer than most gaps between words. */
  readonly earlyAfterMs: number;
  /** Whether only words that are known, and don't sound unfinished, are answered early. */
  readonly earlyNeedsWords: boolean;
  /** Answers that may be begun early in one turn; after that its end is waited for. All but the last are in vain. */
  readonly earlyAttempts: number;
  /**
   * The recogniser tells when its words are all that was said. Until then, as when it is behind, a silence means as
   * little as after something unclear. Absent: it doesn't.
   */
  readonly settlesWords?: boolean;
  /** Whether the caller can interrupt the agent at all. */
  readonly interruptions: boolean;
  /** Speech of the caller that makes the agent fall silent. */
  readonly interruptionMinMs: number;
  /**
   * Whether the agent goes on while it isn't clear what a voice over its own means. Only where the sound of the voice
   * is judged (`overlap-heard`), which the engine has to see to; without it, every voice pauses the agent, which goes
   * on when it was none.
   */
  readonly judgesOverlaps: boolean;
  /** By how much the agent is softer meanwhile, in dB; 0: not at all. */
  readonly duckDb: number;
  /** Whether somebody looks for words in a voice over the agent's as it goes on (`words-seen`). */
  readonly seesWords?: boolean | undefined;
  /** Words of the caller, beside its speech, that make the agent fall silent; 0: the words don't matter. */
  readonly interruptionMinWords: number;
  /** How long an interruption may bring no words before the agent goes on where it stopped; 0: it never goes on. */
  readonly falseInterruptionMs: number;
  /** Whether the caller can interrupt the greeting. */
  readonly greetingInterruptible: boolean;
  /** Silence of both before the caller is prompted, and between two prompts; 0: never. */
  readonly noInputPromptMs: number;
  /** What the caller is prompted with, one after the other. */
  readonly noInputPrompts: readonly string[];
  /** Silence of both, prompts aside, that ends the call; 0: never. */
  readonly hangUpAfterSilenceMs: number;
  /** A turn that is still going on after this is ended, so that noise can't hold the floor for ever. */
  readonly longestTurnMs: number;
}

/**
 * The minimum for an interruption, 100 ms, is that short because the voice is judged, or the agent only pauses first
 * and goes on after a "mhm" or a cough. Asides ("mm hmm", a cough) last up to about a second, and 250 ms are longer
 * than the gaps within a word. The 80 ms after which an answer is begun, and the longest turn, are ours.
 */
export const DEFAULT_TURN_TAKING: TurnTakingParameters = {
  endpointingMinMs: endpointing.minMs,
  endpointingCompleteMs: endpointing.completeMs,
  endpointingMaxMs: endpointing.maxMs,
  endpointingUnclearMs: endpointing.unclearMs,
  asideEndpointingMs: 250,
  asideMaxMs: 1_200,
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
 * For engines that know no words while the caller speaks. An answer is begun after a silence that is longer than most
 * pauses: each that is begun in vain costs the tokens of the whole conversation, and cuts what the caller says in two.
 */
export const WITHOUT_WORDS: Partial<TurnTakingParameters> = {
  earlyAfterMs: 250,
  earlyNeedsWords: false,
};

/** Parameters for a detector that may not be able to judge the sound of voices, or to see their words. */
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
 * The defaults with what an agent document sets in their place.
 * @param defaults Of this engine, where they differ from those of all.
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
