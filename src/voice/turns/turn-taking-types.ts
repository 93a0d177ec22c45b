import type { JudgedOverlap, Meaning, OverlapEvidence } from '../overlap-evidence.js';

/** What the agent says, as far as turn-taking is concerned. */
export type SpeechKind = 'greeting' | 'reply' | 'prompt';

/** What a turn turned out to be: a backchannel only shows that the caller listens, and `hold` asks for silence. */
export const OUTCOMES = ['words', 'backchannel', 'hold', 'nothing'] as const;
export type TurnOutcome = (typeof OUTCOMES)[number];

/** What happened. `atMs` is monotonic time and never goes back from one event to the next. */
export type TurnTakingEvent =
  /** Something that may be the caller's voice; whether it is shows within a moment. */
  | { readonly kind: 'caller-suspected'; readonly atMs: number }
  /** The caller's voice was found; it began at `onsetMs`, a moment ago. */
  | { readonly kind: 'caller-started'; readonly atMs: number; readonly onsetMs: number }
  /** In noise: the caller may be falling silent, and did so at `endMs`; `caller-hushed` or `caller-went-on` follows. */
  | { readonly kind: 'caller-fading'; readonly atMs: number; readonly endMs: number }
  /** The caller may have fallen silent at `endMs`; `caller-went-on` or `caller-stopped` follows within a moment. */
  | { readonly kind: 'caller-hushed'; readonly atMs: number; readonly endMs: number }
  | { readonly kind: 'caller-went-on'; readonly atMs: number }
  /** The caller fell silent at `endMs`, a moment ago. */
  | { readonly kind: 'caller-stopped'; readonly atMs: number; readonly endMs: number }
  /** The caller's audio has been judged until `untilMs`: had it spoken before, that would have been told. */
  | { readonly kind: 'caller-heard'; readonly atMs: number; readonly untilMs: number }
  /** What has been understood of the open turn so far. */
  | {
      readonly kind: 'words-so-far';
      readonly atMs: number;
      readonly count: number;
      /** The words are the beginning of something longer. */
      readonly unfinished: boolean;
      /** Something was said, and nothing of it is understood that there is an answer to. */
      readonly unclear?: boolean;
      /** The words are a whole question or answer, and not the beginning of another one. */
      readonly complete?: boolean;
      /** What they are for; absent where nobody tells what is meant in that language. */
      readonly meaning?: Meaning | undefined;
      /** They are all that was said until the silence that the caller is in now. */
      readonly settled?: boolean;
    }
  /** What a voice over the agent's seems to have said so far: a quick look, which is less certain than other words. */
  | {
      readonly kind: 'words-seen';
      readonly atMs: number;
      readonly count: number;
      /** Absent where there are no words. */
      readonly meaning?: Meaning | undefined;
      /** How much likelier the words are than a hum (difference of natural logarithms). */
      readonly margin: number;
    }
  /** What the sound of a voice over the agent's tells so far. */
  | { readonly kind: 'overlap-heard'; readonly atMs: number; readonly evidence: OverlapEvidence }
  /** What the ended turn turned out to be. */
  | { readonly kind: 'turn-understood'; readonly atMs: number; readonly outcome: TurnOutcome }
  /** The agent begins to speak, that is, its first audio is queued. */
  | { readonly kind: 'agent-started'; readonly atMs: number; readonly speech: SpeechKind }
  /** All that the agent had to say was heard. */
  | { readonly kind: 'agent-finished'; readonly atMs: number }
  /** The agent won't speak after all: it has nothing to say, or failed. */
  | { readonly kind: 'agent-silent'; readonly atMs: number }
  /** The caller presses the first of some keys. */
  | { readonly kind: 'keys-began'; readonly atMs: number }
  /** The caller has pressed keys that ask for an answer. */
  | { readonly kind: 'keys-entered'; readonly atMs: number }
  /** Time went by. */
  | { readonly kind: 'tick'; readonly atMs: number };

/** What is to be done about it, in order. */
export type TurnTakingDecision =
  /** Begin to understand the caller, from `fromMs` on. */
  | { readonly kind: 'begin-turn'; readonly fromMs: number }
  /** Forget what was heard since `begin-turn`: it was no turn. */
  | { readonly kind: 'discard-turn' }
  /** The turn has probably ended: prepare its answer, and say nothing of it yet. */
  | { readonly kind: 'begin-early' }
  /** The caller went on: forget the answer that was begun early. */
  | { readonly kind: 'abandon-early' }
  /**
   * The turn is over: understand it, say `turn-understood`, and reply to words. `isHum`: it was seen to be a
   * backchannel or a hum over the agent's voice, which asks for nothing, however it is written down.
   */
  | { readonly kind: 'end-turn'; readonly speechEndMs: number; readonly isHum?: true }
  /** Fall silent at once, ready to go on. */
  | { readonly kind: 'pause-agent' }
  /** How loudly to speak from now on: more softly (below 1) while it isn't clear what the caller's voice means. */
  | { readonly kind: 'set-gain'; readonly gain: number }
  /** A voice over the agent's was taken for something, and why: for the record. */
  | { readonly kind: 'overlap-judged'; readonly overlap: JudgedOverlap }
  /** Go on where the agent fell silent: nobody interrupted. */
  | { readonly kind: 'resume-agent' }
  /** Forget the rest of what the agent was saying: it was interrupted. */
  | { readonly kind: 'drop-agent' }
  /**
   * The caller went on: forget the reply that is being prepared, or has just begun, and take the ended turn's words as
   * the beginning of the new one.
   */
  | { readonly kind: 'cancel-reply' }
  /** Prompt the silent caller with the prompt of this index. */
  | { readonly kind: 'prompt'; readonly index: number }
  | { readonly kind: 'hang-up' };

export type AgentActivity = 'silent' | 'preparing' | 'speaking' | 'paused';

/**
 * How the caller's open turn stands: `tentative` while it overlaps what the agent does and may prove to be a cough,
 * `held` once it makes the agent wait.
 */
type TurnPhase = 'none' | 'tentative' | 'held';

export interface TurnTakingState {
  readonly nowMs: number;
  readonly agent: AgentActivity;
  readonly speech: SpeechKind;
  /** When its first sound was queued; -Infinity before that. */
  readonly agentStartMs: number;
  readonly callerSpeaking: boolean;
  readonly turn: TurnPhase;
  /** A turn has ended and it isn't known yet what was said. */
  readonly understanding: boolean;
  /** The open turn stopped the answer to the one before, whose words are its beginning. */
  readonly owesAnswer: boolean;
  /** When the open turn began. */
  readonly turnStartMs: number;
  /** When the caller's latest stretch of voice began and ended. */
  readonly onsetMs: number;
  readonly speechEndMs: number;
  /** Until when the caller has been heard; Infinity where nobody tells. */
  readonly heardUntilMs: number;
  /** When a voice was suspected last. */
  readonly suspectedMs: number;
  readonly wordCount: number;
  /** What the words say of the end of the turn, as long as the caller says no more. */
  readonly unfinished: boolean;
  readonly unclear: boolean;
  readonly complete: boolean;
  /** The words are all that was said until the present silence. */
  readonly settled: boolean;
  /** What the words so far are for; undefined where nobody tells. */
  readonly meaning: Meaning | undefined;
  /** How much likelier they are than a hum, as it was seen last; undefined where nobody has looked. */
  readonly margin: number | undefined;
  /** How often in a row they were seen to be clear. */
  readonly timesClear: number;
  /** When they were seen last. */
  readonly seenMs: number;
  /** The caller is silent, or may have just fallen silent, since `hushEndMs`. */
  readonly hushed: boolean;
  readonly hushEndMs: number;
  /** An answer to the open turn is being prepared. */
  readonly early: boolean;
  /** How often one was, in this turn. */
  readonly earlyBegun: number;
  /** The agent went on after this turn had paused it, since nothing that asks for anything had been understood. */
  readonly wentOn: boolean;
  /** What the sound of the latest stretch of voice over the agent's tells; undefined where nothing does. */
  readonly overlap: OverlapEvidence | undefined;
  /** The agent speaks more softly, since it isn't clear what the caller's voice means. */
  readonly ducked: boolean;
  /** When the agent was paused. */
  readonly pausedMs: number;
  /** It was paused as it began, by a caller who went on with its turn. */
  readonly falseStart: boolean;
  /** A pause was given up for want of words; the same stretch of voice pauses the agent again only with words. */
  readonly voiceDistrusted: boolean;
  /** Since when both are silent, prompts aside. */
  readonly quietSinceMs: number;
  readonly promptsGiven: number;
  /** The caller has asked the agent to wait: until then at most; -Infinity where it hasn't. */
  readonly holdUntilMs: number;
  readonly hungUp: boolean;
}

/** What a step leads to. */
export interface Step {
  readonly state: TurnTakingState;
  readonly decisions: readonly TurnTakingDecision[];
}
