import type { AgentDocument } from '../../agent-document/index.js';
import type { ToolDeclaration } from '../../tools/index.js';

/**
 * The contracts of the three stages of a traditional agent. A provider knows nothing of turns, fallbacks or other stages. Its
 * errors are `AgentFault`s; an aborted signal makes it stop, in whatever way.
 */

/** Rate of the caller's audio in all stages. */
export const STT_RATE_HZ = 16_000;

export interface TranscriptionRequest {
  readonly modelId: string | undefined;
  /** The agent document, for providers that can be told what to expect. */
  readonly agent: AgentDocument;
  readonly signal: AbortSignal;
  /** Tells the words so far, where the provider knows them before the end. */
  readonly onWords: (text: string) => void;
}

/** Understanding of one turn of the caller, going on while it is spoken. */
export interface Transcription {
  /** Takes mono samples at `STT_RATE_HZ`; never throws, `end` tells of what failed. */
  push(samples: Int16Array): void;
  /**
   * The caller is silent and may have finished, so what was pushed may be worked on; `goOn` or `end` follows. Absent where the work goes on
   * while the caller speaks.
   */
  anticipate?(): void;
  /** The caller speaks again: what was anticipated does not count. */
  goOn?(): void;
  /** All was pushed: what was said? Empty when nothing was. @throws AgentFault */
  end(): Promise<string>;
  /** Nobody wants to know any more. Idempotent. */
  cancel(): void;
}

export interface SpeechToText {
  readonly capabilities: {
    /** Whether it works while the caller speaks, and knows words before the end. */
    readonly streaming: boolean;
  };
  begin(request: TranscriptionRequest): Transcription;
}

export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly calls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly content: string };

export interface ToolCall {
  readonly callId: string;
  readonly name: string;
  readonly argumentsText: string;
}

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolDeclaration[];
  readonly modelId: string | undefined;
  readonly temperature: number | undefined;
  readonly signal: AbortSignal;
}

export type ChatPiece =
  { readonly kind: 'text'; readonly delta: string } | { readonly kind: 'call'; readonly call: ToolCall };

export interface LanguageModel {
  /** Writes an answer, piece by piece; the calls of tools come last. @throws AgentFault */
  reply(request: ChatRequest): AsyncIterable<ChatPiece>;
}

export interface SpeechRequest {
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

export interface TextToSpeech {
  readonly capabilities: {
    /** Whether the first audio comes before the last is made. */
    readonly streaming: boolean;
  };
  /** Speaks a sentence, piece by piece. @throws AgentFault */
  speak(request: SpeechRequest): AsyncIterable<SpeechPiece>;
}
