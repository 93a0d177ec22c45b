import type { AgentDocument, ProviderOptions } from '../../agent-document/index.js';
import type { DictatedKind } from '../../engines/local/index.js';
import type { EndOfDictation, HeardReading } from '../../forms/index.js';
import type { ReportedUsage } from '../../voice/provider-usage.js';
import type { ToolDeclaration, ToolResult } from '../../tools/index.js';

/**
 * Contracts of the three stages. A provider knows nothing of turns, fallbacks or other stages. It throws `AgentFault`s,
 * and stops when its signal is aborted.
 */

/** Sample rate of the caller's audio in all stages. */
export const STT_RATE_HZ = 16_000;

interface ProviderRequest {
  /** Merged into the provider's request; fields that the stage sets take precedence. */
  readonly options?: ProviderOptions | undefined;
  /** Called once with the usage of a request; never for requests that cost nothing. */
  readonly onUsage?: (used: ReportedUsage) => void;
}

export interface TranscriptionRequest extends ProviderRequest {
  readonly modelId: string | undefined;
  /** The agent document, for providers that accept vocabulary hints. */
  readonly agent: AgentDocument;
  /** The same object in all turns of one caller; providers store what they learn about a voice under it. */
  readonly caller: object;
  /** What the agent is asking for at the moment. */
  readonly awaited?: () => AwaitedAnswer | undefined;
  /** Partial transcripts are shown live. Absent: they matter only during pauses. */
  readonly wantsPartials?: boolean;
  readonly signal: AbortSignal;
  /** Reports partial transcripts, if the provider has them. */
  readonly onWords: (soFar: Transcript) => void;
}

/** What the agent has asked for, if that helps recognition beyond the sound. */
export interface AwaitedAnswer {
  readonly dictated?: DictatedKind | undefined;
  /** Picks the most likely of several readings; undefined if none fits. */
  likeliest(readings: readonly HeardReading[]): string | undefined;
  /** Whether a pause after these words ends the answer (`complete`) or falls within it (`open`). */
  endOf(text: string): EndOfDictation;
}

/** Recognition of one caller turn, running while it is spoken. */
export interface Transcription {
  /** Takes mono samples at `STT_RATE_HZ`, which must not be modified later. Never throws: `end` reports failures. */
  push(samples: Int16Array): void;
  /**
   * The caller is silent and may have finished, so recognition may start; `goOn` or `end` follows. Absent for providers
   * that work while the caller speaks.
   * @param mayLackEnd In noise, the last sound may still be missing: an empty result does not mean that nothing was
   * said.
   */
  anticipate?(mayLackEnd: boolean): void;
  /** The caller speaks again: discards the anticipated result. */
  goOn?(): void;
  /** Ends the audio and returns the transcript; empty if nothing was said. @throws AgentFault */
  end(): Promise<Transcript>;
  /** The result is no longer needed. Idempotent. */
  cancel(): void;
}

export interface SpeechToText {
  readonly capabilities: {
    /** True if it works while the caller speaks and has partial transcripts. */
    readonly streaming: boolean;
  };
  begin(request: TranscriptionRequest): Transcription;
}

/** The caller's words; see `Transcript`. */
export interface CallerMessage {
  readonly role: 'user';
  readonly content: string;
  readonly doubtful?: boolean;
  /** DTMF keys, which `content` does not mention. */
  readonly keys?: string;
}

export type ChatMessage =
  | { readonly role: 'system'; readonly content: string }
  | CallerMessage
  /** Sent by the caller's app, not spoken. */
  | { readonly role: 'context'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly calls?: readonly RequestedToolCall[];
      /** See `ChatPiece`; plain JSON. */
      readonly form?: unknown;
    }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly content: string;
      /** It failed, or its outcome is unknown. */
      readonly failed?: ToolFailure;
      /** The result has not arrived yet. */
      readonly isPending?: boolean;
    };

export type ToolFailure = NonNullable<ToolResult['failed']>;

export interface RequestedToolCall {
  readonly callId: string;
  readonly name: string;
  readonly argumentsText: string;
  /** Provider data that has to be returned with the call's result. `by`: the provider's address. */
  readonly attached?: { readonly by: string; readonly fields: Readonly<Record<string, unknown>> };
}

export interface ChatRequest extends ProviderRequest {
  /** The agent document, for models that answer from it. */
  readonly agent: AgentDocument;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolDeclaration[];
  readonly modelId: string | undefined;
  readonly temperature: number | undefined;
  readonly signal: AbortSignal;
}

export type ChatPiece =
  | { readonly kind: 'text'; readonly delta: string }
  | { readonly kind: 'call'; readonly call: RequestedToolCall }
  /** State of a form after the answer, stored with it as plain JSON. Null: no form is in progress. */
  | { readonly kind: 'form'; readonly form: object | null }
  /** The call ends once the caller has heard the answer. */
  | { readonly kind: 'end-call' };

/** Judges words before an answer is requested; for models that know in advance what callers may say. */
export interface Expectations {
  /** True if something was said that matches no known answer. */
  isUnclear(heard: Transcript): boolean;
  /** True if the words are a complete question or answer, and not the beginning of another one. */
  isComplete(heard: Transcript): boolean;
  /** Undefined if any words are possible. */
  awaited(): AwaitedAnswer | undefined;
  /** True if exactly these words have an answer. */
  knows(heard: Transcript): boolean;
  /** The answer, if it is known in advance; undefined otherwise. Never rejects. */
  answerTo(heard: Transcript): Promise<string | undefined>;
}

export interface LanguageModel {
  /** Absent if the model has no expectations; words are then judged without it. */
  expectations?(agent: AgentDocument): Expectations;
  /** Generates an answer piece by piece; tool calls come last. @throws AgentFault */
  reply(request: ChatRequest): AsyncIterable<ChatPiece>;
}

export interface SpeechRequest extends ProviderRequest {
  readonly text: string;
  readonly languageCode: string | undefined;
  readonly voiceId: string | undefined;
  /** 1 is the voice's normal pace. */
  readonly speed: number | undefined;
  readonly modelId: string | undefined;
  readonly signal: AbortSignal;
}

/** A piece of speech at the provider's sample rate. */
export interface SpeechPiece {
  readonly samples: Int16Array;
  readonly sampleRateHz: number;
}

/** Formats a word's sounds for a voice; undefined if the voice lacks one of them. */
export type Phonemes = (word: string, sounds: readonly string[]) => string | undefined;

/** What a voice supports. */
export interface VoiceAbilities {
  /** Numbers, amounts, dates and addresses have to be written out, because the voice reads them badly or not at all. */
  readonly wantsForms?: boolean;
  /** Absent if it takes no phonemes (IPA). */
  readonly phonemes?: Phonemes;
}

export interface TextToSpeech {
  /** Absent if it takes any text, and no phonemes. @param modelId The model that the document selects. */
  abilities?(modelId: string | undefined): VoiceAbilities;
  /** Synthesizes a sentence, piece by piece. @throws AgentFault */
  speak(request: SpeechRequest): AsyncIterable<SpeechPiece>;
  /** `speak` will probably be called with this sentence in a moment. Absent if speech costs money. */
  anticipate?(request: Pick<SpeechRequest, 'text' | 'voiceId' | 'speed'>): void;
}

/** The transcript of a stretch of speech. */
export interface Transcript {
  /** The words; empty when there are none. */
  readonly text: string;
  /** Complete up to the current silence; absent if more words may follow. */
  readonly settled?: boolean;
  /** Confidence of the recognizer, 0 to 1; absent if it reports none. */
  readonly confidence?: number;
  /** The words are more likely wrong than right. Without words: speech that could not be recognized. */
  readonly doubtful?: boolean;
  /** Other readings of the sound that are nearly as likely; absent if the recognizer reports none. */
  readonly alternatives?: readonly string[];
  /** How likely the words are complete at their end, 0 to 1, judged from the text; absent if not rated. */
  readonly completeness?: number;
  /** DTMF keys that were pressed. */
  readonly keys?: string;
}

export function joinTranscripts(parts: readonly Transcript[]): Transcript {
  const keys = parts.map((part) => part.keys ?? '').join('');
  return {
    ...(keys !== '' && { keys }),
    ...(parts.some(({ doubtful }) => doubtful) && { doubtful: true }),
    text: parts
      .map(({ text }) => text)
      .join(' ')
      .trim(),
  };
}
