import type { Outbound } from '../../safe-http/index.js';
import type { UsageAmounts } from '../../voice/provider-usage.js';
import type { MessageCounter } from '../../providers/index.js';
import type { GuardedSocket, SocketCallbacks } from './guarded-socket.js';

/** One conversation entry, replayed to a server that does not know it. */
export type ReplayedItem =
  | { readonly kind: 'message'; readonly role: 'system' | 'user' | 'assistant'; readonly text: string }
  | {
      readonly kind: 'function-call';
      readonly callId: string;
      readonly name: string;
      readonly argumentsText: string;
    }
  | { readonly kind: 'function-output'; readonly callId: string; readonly output: string };

export type CallerEvent =
  /** The server detected the start of speech. */
  | { readonly kind: 'speech-started' }
  /** The server detected the end of the caller's turn, and answers it. */
  | { readonly kind: 'speech-stopped' }
  /** The server has recognized words of the caller; for servers that do not report when the caller speaks. */
  | { readonly kind: 'caller-heard' }
  /** The server will answer what it has heard. */
  | { readonly kind: 'reply-due' }
  /** The server dropped its answer because the caller spoke. */
  | { readonly kind: 'interrupted' }
  /** The caller's turn became a conversation item. */
  | { readonly kind: 'caller-item'; readonly itemId: string }
  | { readonly kind: 'caller-transcript-delta'; readonly itemId: string; readonly delta: string }
  | { readonly kind: 'caller-transcript'; readonly itemId: string; readonly text: string };

/** The server finished an answer; without an id there was nothing to say. */
export interface ResponseDone {
  readonly kind: 'response-done';
  readonly responseId: string | undefined;
  readonly status: string;
  /** Why the answer was inaudible, if it was. */
  readonly detail?: string | undefined;
}

/** Events of a provider, independent of its protocol. */
export type ProviderEvent =
  | CallerEvent
  | { readonly kind: 'response-created'; readonly responseId: string }
  | { readonly kind: 'agent-item'; readonly responseId: string; readonly itemId: string }
  | { readonly kind: 'audio'; readonly responseId: string; readonly itemId: string; readonly base64: string }
  | {
      readonly kind: 'agent-transcript-delta';
      readonly responseId: string;
      readonly itemId: string;
      readonly delta: string;
    }
  | {
      readonly kind: 'function-call';
      readonly responseId: string;
      readonly callId: string;
      readonly name: string;
      readonly argumentsText: string;
    }
  /** The model has made all of its function calls, and waits for the results. */
  | { readonly kind: 'functions-called'; readonly responseId: string }
  /** The server no longer waits for these results, because the caller interrupted. */
  | { readonly kind: 'functions-cancelled'; readonly callIds: readonly string[] }
  | ResponseDone
  /** The answer request collided with an answer in progress. */
  | { readonly kind: 'answer-refused' }
  | { readonly kind: 'error'; readonly detail?: string | undefined }
  /** Usage of an answer or of a caller transcript; `model` only if it differs from the session's. */
  | { readonly kind: 'usage'; readonly used: UsageAmounts; readonly model?: string };

/** Function calls allowed in an answer: as configured for the session, or none. */
export type AskedTools = 'all' | 'none';

/** Commands to a session that is set up. */
export interface ProviderSession {
  /** The server resumed the session of a lost connection, with its history. */
  readonly isResumed: boolean;
  /** Sends caller audio; drops it if the server is too slow to take it. */
  sendAudio(samples: Int16Array): void;
  /** The caller starts to speak. This and the next two are called only if Earshot detects the turns. */
  beginTurn(): void;
  /** The caller's turn has ended. */
  endTurn(): void;
  /** Discards the audio since `beginTurn`: it was not a turn. */
  discardTurn(): void;
  /** Requests an answer, with instructions of its own if given. @param tools Whether it may call functions. */
  ask(instructions: string | undefined, tools?: AskedTools): void;
  cancelAnswer(): void;
  /** Truncates an item to what the caller heard of it. */
  truncate(itemId: string, heardMs: number): void;
  /** Deletes an item from the model's history. */
  forget(itemId: string): void;
  /** Sends the tools again if they have changed; absent if the server takes them only at the start. */
  updateTools?(): void;
  /** Adds a function result, or an entry of a lost session. */
  addItem(item: ReplayedItem): void;
}

export type SocketFactory = (
  url: string,
  headers: Record<string, string>,
  callbacks: SocketCallbacks,
) => GuardedSocket;

/** Parameters for opening a connection. */
export interface Opening {
  /** Time limit until the session is usable, in milliseconds. */
  readonly withinMs: number;
  /** The call's history so far, for servers that take it before they start. */
  readonly said: () => readonly ReplayedItem[];
}

/** A provider's protocol, set up for one call. */
export interface Protocol {
  /** The provider's name in messages. */
  readonly name: string;
  readonly modelId: string;
  readonly inputRateHz: number;
  readonly outputRateHz: number;
  readonly messages: MessageCounter;
  /** Guarded connections, for a server address chosen by an account. */
  readonly outbound?: Outbound;
  /** Redacted from the server's messages. */
  readonly apiKey: string | undefined;
  /** True if the model may leave the caller's words unanswered. */
  readonly maySayNothing?: boolean;
  /**
   * True if the server manages the conversation: it cannot retract anything, answers turns and function results on its
   * own, and drops its answer when a turn begins.
   */
  readonly serverLeads: boolean;
  /** Silence after which the server reports the end of the caller's turn; undefined if it reports none. */
  readonly serverSilenceMs: number | undefined;
  /** The agent's own instructions, for protocols in which an answer's instructions replace them. */
  readonly instructions: string;
  /** Resolves when the session is usable; rejects if the socket closes earlier. */
  open(
    sockets: SocketFactory,
    receive: (event: ProviderEvent) => void,
    opening: Opening,
  ): Promise<ProviderSession>;
}
