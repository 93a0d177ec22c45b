import type { JudgedOverlap, Meaning, OverlapEvidence } from '../overlap-evidence.js';

/** Kinds of agent speech that turn-taking distinguishes. */
export type SpeechKind = 'greeting' | 'reply' | 'prompt';

/**
 * The classification of an ended turn: a backchannel shows only that the caller listens, and `hold` asks for silence.
 */
export const TURN_OUTCOMES = ['words', 'backchannel', 'hold', 'nothing'] as const;
export type TurnOutcome = (typeof TURN_OUTCOMES)[number];

/** An event. `atMs` is monotonic time and never decreases. */
export type TurnTakingEvent =
  /** A possible voice of the caller; confirmed or not within a moment. */
  | { readonly kind: 'caller-suspected'; readonly atMs: number }
  /** The caller's voice was detected; it started at `onsetMs`, a moment ago. */
  | { readonly kind: 'caller-started'; readonly atMs: number; readonly onsetMs: number }
  /** In noise: the caller may have fallen silent at `endMs`; `caller-hushed` or `caller-went-on` follows. */
  | { readonly kind: 'caller-fading'; readonly atMs: number; readonly endMs: number }
  /** The caller may have fallen silent at `endMs`; `caller-went-on` or `caller-stopped` follows within a moment. */
  | { readonly kind: 'caller-hushed'; readonly atMs: number; readonly endMs: number }
  | { readonly kind: 'caller-went-on'; readonly atMs: number }
  /** The caller fell silent at `endMs`, a moment ago. */
  | { readonly kind: 'caller-stopped'; readonly atMs: number; readonly endMs: number }
  /** The caller's audio has been judged until `untilMs`; all earlier speech has been reported. */
  | { readonly kind: 'caller-heard'; readonly atMs: number; readonly untilMs: number }
  /** The transcript of the open turn so far. */
  | {
      readonly kind: 'words-so-far';
      readonly atMs: number;
      readonly count: number;
      /** More words have to follow. */
      readonly unfinished: boolean;
      /** The words may be unfinished, or match no known answer. */
      readonly unclear?: boolean;
      /** The words are a complete question or answer, and not the beginning of another one. */
      readonly complete?: boolean;
      /** Their purpose; absent if words in that language cannot be classified. */
      readonly meaning?: Meaning | undefined;
      /** The transcript is complete up to the current silence. */
      readonly settled?: boolean;
    }
  /** Words spotted so far in a voice over the agent: a quick look, less certain than a transcript. */
  | {
      readonly kind: 'words-seen';
      readonly atMs: number;
      readonly count: number;
      /** Absent without words. */
      readonly meaning?: Meaning | undefined;
      /** How much more likely the words are than a hum (difference of natural logarithms). */
      readonly margin: number;
    }
  /** The sound classification so far of a voice over the agent. */
  | { readonly kind: 'overlap-heard'; readonly atMs: number; readonly evidence: OverlapEvidence }
  | { readonly kind: 'turn-understood'; readonly atMs: number; readonly outcome: TurnOutcome }
  /** The agent prepares its greeting. */
  | { readonly kind: 'greeting-due'; readonly atMs: number }
  /** The agent starts to speak: its first audio is queued. */
  | { readonly kind: 'agent-started'; readonly atMs: number; readonly speech: SpeechKind }
  /** The agent's playout has ended. */
  | { readonly kind: 'agent-finished'; readonly atMs: number }
  /** The agent will not speak after all: it has nothing to say, or failed. */
  | { readonly kind: 'agent-silent'; readonly atMs: number }
  /** The caller presses the first key of an entry. */
  | { readonly kind: 'keys-began'; readonly atMs: number }
  /** The caller has entered keys that need an answer. */
  | { readonly kind: 'keys-entered'; readonly atMs: number }
  /** Time has passed. */
  | { readonly kind: 'tick'; readonly atMs: number };

/** A decision; decisions are carried out in order. */
export type TurnTakingDecision =
  /** Start recognizing the caller, from `fromMs` on. */
  | { readonly kind: 'begin-turn'; readonly fromMs: number }
  /** Discard the audio since `begin-turn`: it was not a turn. */
  | { readonly kind: 'discard-turn' }
  /** The turn has probably ended: start preemptive generation, without playing it. */
  | { readonly kind: 'begin-early' }
  /** The caller continued: discard the preemptive answer. */
  | { readonly kind: 'abandon-early' }
  /**
   * The turn is over: recognize it, report `turn-understood`, and answer words. `isHum`: word spotting classified it as
   * a backchannel or a hum over the agent, which needs no answer, however it is transcribed.
   */
  | { readonly kind: 'end-turn'; readonly speechEndMs: number; readonly isHum?: true }
  /** Pause at once, ready to resume. */
  | { readonly kind: 'pause-agent' }
  /** Set the volume: lower (below 1) while the caller's voice is unclear. */
  | { readonly kind: 'set-gain'; readonly gain: number }
  /** A voice over the agent was classified: record it. */
  | { readonly kind: 'overlap-judged'; readonly overlap: JudgedOverlap }
  /** Resume where the agent was paused: it was a false interruption. */
  | { readonly kind: 'resume-agent' }
  /** Drop the rest of the agent's speech: it was interrupted. */
  | { readonly kind: 'drop-agent' }
  /**
   * The caller continued: drop the reply that is being prepared or has just begun, and add the ended turn's words to
   * the new one.
   */
  | { readonly kind: 'cancel-reply' }
  /** Speak the prompt with this index to the silent caller. */
  | { readonly kind: 'prompt'; readonly index: number }
  | { readonly kind: 'hang-up' };

export type AgentActivity = 'silent' | 'preparing' | 'speaking' | 'paused';

/**
 * State of the caller's open turn: `tentative` while it overlaps with the agent and may still prove to be a cough,
 * `held` once it makes the agent wait.
 */
type TurnPhase = 'none' | 'tentative' | 'held';

export interface TurnTakingState {
  readonly nowMs: number;
  readonly agent: AgentActivity;
  readonly speech: SpeechKind;
  /** When its first audio was queued; -Infinity before that. */
  readonly agentStartMs: number;
  readonly callerSpeaking: boolean;
  readonly turn: TurnPhase;
  /** A turn has ended and is not yet understood. */
  readonly understanding: boolean;
  /** The open turn stopped the answer to the previous one, whose words are its beginning. */
  readonly owesAnswer: boolean;
  /** When the open turn began. */
  readonly turnStartMs: number;
  /** Beginning and end of the caller's latest stretch of voice. */
  readonly onsetMs: number;
  readonly speechEndMs: number;
  /** How far the caller's audio has been judged; Infinity if that is not reported. */
  readonly heardUntilMs: number;
  /** When a voice was last suspected. */
  readonly suspectedMs: number;
  readonly wordCount: number;
  /** The words' opinion on the end of the turn, valid until the caller says more. */
  readonly unfinished: boolean;
  readonly unclear: boolean;
  readonly complete: boolean;
  /** The words are complete up to the current silence. */
  readonly settled: boolean;
  /** The purpose of the words so far; undefined if they cannot be classified. */
  readonly meaning: Meaning | undefined;
  /** Their latest margin over a hum; undefined without word spotting. */
  readonly margin: number | undefined;
  /** How many consecutive times they were clear. */
  readonly timesClear: number;
  /** When words were last spotted. */
  readonly seenMs: number;
  /** The caller is silent, or may have just fallen silent, since `hushEndMs`. */
  readonly hushed: boolean;
  readonly hushEndMs: number;
  /** An answer to the open turn is being prepared. */
  readonly early: boolean;
  /** The number of preemptive answers in this turn. */
  readonly earlyBegun: number;
  /** The agent resumed after this turn had paused it, because no words that need an answer were recognized. */
  readonly wentOn: boolean;
  /** The sound classification of the latest voice over the agent; undefined if there is none. */
  readonly overlap: OverlapEvidence | undefined;
  /** The agent's volume is lowered because the caller's voice is unclear. */
  readonly ducked: boolean;
  /** When the agent was paused. */
  readonly pausedMs: number;
  /** It was paused as it started, by a caller who continued the previous turn. */
  readonly falseStart: boolean;
  /** A pause ended without words; the same stretch of voice pauses the agent again only with words. */
  readonly voiceDistrusted: boolean;
  /** Since when both sides are silent, ignoring prompts; Infinity while the greeting is prepared. */
  readonly quietSinceMs: number;
  readonly promptsGiven: number;
  /** Until when the agent waits at the caller's request; -Infinity without one. */
  readonly holdUntilMs: number;
  readonly hungUp: boolean;
}

export interface Step {
  readonly state: TurnTakingState;
  readonly decisions: readonly TurnTakingDecision[];
}
