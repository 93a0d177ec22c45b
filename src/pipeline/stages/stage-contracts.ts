import type { AgentDocument, ProviderOptions } from '../../agent-document/index.js';
import type { DictatedKind } from '../../engines/local/index.js';
import type { EndOfDictation, HeardReading } from '../../forms/index.js';
import type { ReportedUsage } from '../../voice/provider-usage.js';
import type { ToolDeclaration, ToolResult } from '../../tools/index.js';
import type { Transcript } from './transcript.js';

/**
 * The contracts of the three stages. A provider knows nothing of turns, fallbacks or other stages. Its errors are
 * `AgentFault`s; an aborted signal makes it stop, in whatever way.
 */

/** Rate of the caller's audio in all stages. */
export const STT_RATE_HZ = 16_000;

/** What all requests of providers have. */
interface ProviderRequest {
  /** Goes into the provider's request as it is, wherever the stage itself sets nothing. */
  readonly options?: ProviderOptions | undefined;
  /** Told, once, what the request came to; those that cost nothing tell nothing. */
  readonly onUsage?: (used: ReportedUsage) => void;
}

export interface TranscriptionRequest extends ProviderRequest {
  readonly modelId: string | undefined;
  /** The agent document, for providers that can be told what to expect. */
  readonly agent: AgentDocument;
  /** The same object in all turns of one caller: what a provider learns of a voice is kept by it. */
  readonly caller: object;
  /** What the agent has asked for at the moment. */
  readonly awaited?: () => AwaitedAnswer | undefined;
  /** Somebody follows the words while they are spoken; absent: they are of use once there is a pause. */
  readonly wantsPartials?: boolean;
  readonly signal: AbortSignal;
  /** Tells the words so far, where the provider knows them before the end. */
  readonly onWords: (soFar: Transcript) => void;
}

/** What the agent has asked for, where that tells more of what is said than the sound alone. */
export interface AwaitedAnswer {
  /** Of a value that callers dictate. */
  readonly dictated?: DictatedKind | undefined;
  /** The likeliest of what may have been said; undefined where there is nothing. */
  likeliest(readings: readonly HeardReading[]): string | undefined;
  /** Whether a pause after these words ends the answer (`complete`) or is within it (`open`). */
  endOf(text: string): EndOfDictation;
}

/** Understanding of one turn of the caller, going on while it is spoken. */
export interface Transcription {
  /** Takes mono samples at `STT_RATE_HZ`, which nobody changes; never throws, `end` tells of what failed. */
  push(samples: Int16Array): void;
  /**
   * The caller is silent and may have finished, so what was pushed may be worked on; `goOn` or `end` follows. Absent
   * where the work goes on while the caller speaks.
   * @param mayLackEnd Whether, in noise, its last sound may still be to come: that nothing was understood then doesn't
   * mean that nothing was said.
   */
  anticipate?(mayLackEnd: boolean): void;
  /** The caller speaks again: what was anticipated does not count. */
  goOn?(): void;
  /** All was pushed: what was said? Empty when nothing was. @throws AgentFault */
  end(): Promise<Transcript>;
  /** The result is no longer needed. Idempotent. */
  cancel(): void;
}

export interface SpeechToText {
  readonly capabilities: {
    /** Whether it works while the caller speaks, and knows words before the end. */
    readonly streaming: boolean;
  };
  begin(request: TranscriptionRequest): Transcription;
}

/** What the caller said; see `Transcript`. */
export interface CallerMessage {
  readonly role: 'user';
  readonly content: string;
  readonly doubtful?: boolean;
  /** Keys of the telephone that it pressed, which `content` says nothing of. */
  readonly keys?: string;
}

export type ChatMessage =
  | { readonly role: 'system'; readonly content: string }
  | CallerMessage
  /** The caller's app told it; nobody said it. */
  | { readonly role: 'context'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly calls?: readonly ToolCall[];
      /** See `ChatPiece`; plain JSON. */
      readonly form?: unknown;
    }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly content: string;
      /** It did not do what it was asked to, or nobody knows. */
      readonly failed?: ToolFailure;
      /** It has not answered yet. */
      readonly isPending?: boolean;
    };

export type ToolFailure = NonNullable<ToolResult['failed']>;

export interface ToolCall {
  readonly callId: string;
  readonly name: string;
  readonly argumentsText: string;
  /** What the provider sent with it, which it wants back with the call's answer. `by`: its address. */
  readonly attached?: { readonly by: string; readonly fields: Readonly<Record<string, unknown>> };
}

export interface ChatRequest extends ProviderRequest {
  /** The agent document, for models whose answers stand in it. */
  readonly agent: AgentDocument;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolDeclaration[];
  readonly modelId: string | undefined;
  readonly temperature: number | undefined;
  readonly signal: AbortSignal;
}

export type ChatPiece =
  | { readonly kind: 'text'; readonly delta: string }
  | { readonly kind: 'call'; readonly call: ToolCall }
  /** How far a form is after the answer: kept with it, as plain JSON. Null: none is under way. */
  | { readonly kind: 'form'; readonly form: object | null }
  /** The call is to end once the answer was heard. */
  | { readonly kind: 'end-call' };

/** What a model that knows beforehand what callers may say makes of words before it is asked for an answer. */
export interface Expectations {
  /** Whether something was said, and nothing is understood that there is an answer to. */
  isUnclear(heard: Transcript): boolean;
  /** Whether the words are a whole question or answer, and not the beginning of another one. */
  isComplete(heard: Transcript): boolean;
  /** Undefined where anything may be said. */
  awaited(): AwaitedAnswer | undefined;
  /** Whether there is an answer to just these words. */
  knows(heard: Transcript): boolean;
  /** The answer, where it can be told beforehand; undefined where there is none. Never rejects. */
  answerTo(heard: Transcript): Promise<string | undefined>;
}

export interface LanguageModel {
  /** Absent where anything may be said, and words are judged without the model. */
  expectations?(agent: AgentDocument): Expectations;
  /** Writes an answer, piece by piece; the calls of tools come last. @throws AgentFault */
  reply(request: ChatRequest): AsyncIterable<ChatPiece>;
}

export interface SpeechRequest extends ProviderRequest {
  readonly text: string;
  readonly languageCode: string | undefined;
  readonly voiceId: string | undefined;
  /** 1 is the voice's own pace. */
  readonly speed: number | undefined;
  readonly modelId: string | undefined;
  readonly signal: AbortSignal;
}

/** A piece of speech at the rate that the provider speaks at. */
export interface SpeechPiece {
  readonly samples: Int16Array;
  readonly sampleRateHz: number;
}

/** Writes a word as its sounds, in the way that a voice takes them; undefined where it lacks one of them. */
export type Phonemes = (word: string, sounds: readonly string[]) => string | undefined;

/** What a voice does with what is written. */
export interface VoiceAbilities {
  /** Numbers, amounts, dates and addresses are to be written out for it: it reads them badly, or not at all. */
  readonly wantsForms?: boolean;
  /** Absent where it takes no sounds (IPA). */
  readonly phonemes?: Phonemes;
}

export interface TextToSpeech {
  /** Absent where it takes any text, and no sounds. @param modelId The one that the document names. */
  abilities?(modelId: string | undefined): VoiceAbilities;
  /** Speaks a sentence, piece by piece. @throws AgentFault */
  speak(request: SpeechRequest): AsyncIterable<SpeechPiece>;
  /** `speak` will probably be asked for this sentence within a moment. Absent where speech costs more than time. */
  anticipate?(request: Pick<SpeechRequest, 'text' | 'voiceId' | 'speed'>): void;
}
