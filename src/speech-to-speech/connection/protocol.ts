import type { Outbound } from '../../common/safe-http/index.js';
import type { UsageAmounts } from '../../voice/provider-usage.js';
import type { MessageCounter } from '../../providers/index.js';
import type { GuardedSocket, SocketCallbacks } from './guarded-socket.js';

/** One entry of the conversation, as it is told again to a server that knows nothing of it. */
export type ReplayedItem =
  | { readonly kind: 'message'; readonly role: 'user' | 'assistant'; readonly text: string }
  | {
      readonly kind: 'function-call';
      readonly callId: string;
      readonly name: string;
      readonly argumentsText: string;
    }
  | { readonly kind: 'function-output'; readonly callId: string; readonly output: string };

/** What a provider says of the caller. */
export type CallerEvent =
  /** The server detected that the caller began to speak. */
  | { readonly kind: 'speech-started' }
  /** The server detected the end of the caller's turn, and answers it. */
  | { readonly kind: 'speech-stopped' }
  /** The server has heard words of the caller, and says nothing else of when the caller speaks. */
  | { readonly kind: 'caller-heard' }
  /** What the server has heard is to be answered. */
  | { readonly kind: 'reply-due' }
  /** The server gave up its answer, because it heard the caller. */
  | { readonly kind: 'interrupted' }
  /** What the caller said became an item of the conversation. */
  | { readonly kind: 'caller-item'; readonly itemId: string }
  | { readonly kind: 'caller-transcript-delta'; readonly itemId: string; readonly delta: string }
  | { readonly kind: 'caller-transcript'; readonly itemId: string; readonly text: string };

/** The server is done with an answer; without an id it had nothing to say. */
export interface ResponseDone {
  readonly kind: 'response-done';
  readonly responseId: string | undefined;
  readonly status: string;
  /** Why nothing of it was to be heard, should that be so. */
  readonly detail?: string | undefined;
}

/** What a provider says in a conversation, whatever its protocol calls it. */
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
  /** The model has called all that it wanted to, and waits. */
  | { readonly kind: 'functions-called'; readonly responseId: string }
  /** The server waits for these no longer, because the caller interrupted. */
  | { readonly kind: 'functions-cancelled'; readonly callIds: readonly string[] }
  | ResponseDone
  /** The server was at another answer already when it was asked for one. */
  | { readonly kind: 'answer-refused' }
  | { readonly kind: 'error'; readonly detail?: string | undefined }
  /** What an answer, or writing down what the caller said, came to; `model` only where it is not the session's. */
  | { readonly kind: 'usage'; readonly used: UsageAmounts; readonly model?: string };

/** Whether an answer may call functions: as the session says, or none. */
export type AskedTools = 'all' | 'none';

/** What a protocol sends in a session that is set up. */
export interface ProviderSession {
  /** The server goes on with the session that a former connection had, and knows what was said. */
  readonly isResumed: boolean;
  /** Sends the caller's audio, unless the server takes too little of what was sent before. */
  sendAudio(samples: Int16Array): void;
  /** The caller begins to speak. This, and what follows, is called only where Earshot detects the turns. */
  beginTurn(): void;
  /** The caller has finished. */
  endTurn(): void;
  /** What was sent since the turn began was no turn. */
  discardTurn(): void;
  /** Has the model answer; where instructions are given, as they say. @param tools Whether it may call any. */
  ask(instructions: string | undefined, tools?: AskedTools): void;
  /** Cancels the answer in progress. */
  cancelAnswer(): void;
  /** The caller heard so much of an item and no more. */
  truncate(itemId: string, heardMs: number): void;
  /** Makes the model forget an item. */
  forget(itemId: string): void;
  /** Tells the server its tools again, if they are others by now; absent where it learns them only once. */
  updateTools?(): void;
  /** Tells the model of an item: what a function answered, or what a lost session knew. */
  addItem(item: ReplayedItem): void;
}

export type SocketFactory = (
  url: string,
  headers: Record<string, string>,
  callbacks: SocketCallbacks,
) => GuardedSocket;

/** What a connection begins with. */
export interface Opening {
  /** How long it may take until the session can be used, in milliseconds. */
  readonly withinMs: number;
  /** What was said and done in the call so far, for servers that are told of it before they begin. */
  readonly said: () => readonly ReplayedItem[];
}

/** A provider's protocol, set up for one call. */
export interface Protocol {
  /** Names the provider in messages. */
  readonly name: string;
  readonly modelId: string;
  readonly inputRateHz: number;
  readonly outputRateHz: number;
  readonly messages: MessageCounter;
  /** Guarded connections, for a server whose address an account chose. */
  readonly outbound?: Outbound;
  /** What nobody may be shown, should the server repeat it. */
  readonly apiKey: string | undefined;
  /** Whether the model may leave what the caller said unanswered. */
  readonly maySayNothing?: boolean;
  /**
   * Whether the server keeps the conversation itself: it takes nothing back, answers turns and functions unasked, and
   * gives its answer up as soon as it is told of a turn.
   */
  readonly serverLeads: boolean;
  /** Silence after which the server says that the caller's turn is over; undefined where it doesn't tell. */
  readonly serverSilenceMs: number | undefined;
  /** The agent's own instructions, where those of an answer take their place. */
  readonly instructions: string;
  /** Resolves when the session may be used; rejects when the socket ends before. */
  open(
    sockets: SocketFactory,
    receive: (event: ProviderEvent) => void,
    opening: Opening,
  ): Promise<ProviderSession>;
}
