import type {
  AgentDocument,
  CallVariables,
  HandOverHistory,
  NamedDestination,
} from '../agent-document/index.js';
import type { CallAction, CallControl } from './call-control.js';
import type { CallKnowledge, RetrievedTopic } from './call-knowledge.js';
import type { EarlierCall } from './earlier-words.js';
import type { FaultCode } from './fault-codes.js';
import type { FormEvent } from './form-report.js';
import type { KeyInput } from './keys/index.js';
import type { ProviderUsage } from './provider-usage.js';
import type { TextConversation, TextHistory, TextToolCall } from './text-conversation.js';
import type { JudgedOverlap } from './overlap-evidence.js';
import type { TraceSink } from './trace-sink.js';

/**
 * The contract between a call and whatever answers it. A call knows nothing of speech recognition, language models or
 * providers; an adapter knows nothing of WebRTC, signaling or the database.
 */

export { AgentFault } from './agent-fault.js';
export type { CallAction } from './call-control.js';

/** Canonical agent modes (interface 2.8). */
export type AgentMode = 'end-to-end' | 'traditional' | 'echo';

/** The rates that Opus codes and decodes by itself, so that no resampler stands in the audio path (RFC 6716, 2.1.1). */
type SampleRateHz = 8_000 | 16_000 | 24_000 | 48_000;

export interface AdapterCapabilities {
  readonly modes: readonly AgentMode[];
  /** Rate of the caller's audio that `hear` takes. */
  readonly inputSampleRateHz: SampleRateHz;
  /** Rate of the agent's audio that is written to `AgentSpeech`. */
  readonly outputSampleRateHz: SampleRateHz;
  /** The media worker loops the caller's audio back; no audio reaches the adapter. */
  readonly loopsInMedia: boolean;
}

/** Twenty milliseconds of the caller. The samples live in a pooled buffer: copy what outlives the call of `hear`. */
export interface CallerFrame {
  /** Mono, signed 16 bit, at the adapter's input rate. */
  readonly samples: Int16Array;
  /**
   * Monotonic time at which its sound ended at the caller, as far as the network tells, in milliseconds; never later
   * than now.
   */
  readonly atMs: number;
}

/** What the caller has and hasn't heard when speech is cut off, in milliseconds of audio since the last `clear`. */
export interface ClearedSpeech {
  readonly sentMs: number;
  readonly droppedMs: number;
}

/** The agent's speech output: queues audio, which goes out paced in real time. */
export interface AgentSpeech {
  /** Queues mono samples of any length at the adapter's output rate; they are copied. */
  write(samples: Int16Array): void;
  /** Calls back once everything written so far was sent. Never called when `clear` comes first. */
  mark(reached: () => void): void;
  /** Drops all that was not sent yet. */
  clear(): ClearedSpeech;
  /**
   * Makes all that is sent from now on louder or softer, without a gap or a click.
   * @param gain 1: as it was written.
   */
  setGain(gain: number): void;
  /** How loud what was sent so many milliseconds ago was: root mean square, 0 to 1; 0 for more than 1,500 ms. */
  levelAgo(agoMs: number): number;
  /** For how long nothing but silence was sent, in milliseconds; Infinity before the first sound. */
  readonly silentForMs: number;
  /**
   * The 20 ms that were sent so many milliseconds ago, at the output rate: a view that is good until the next ones are
   * sent. Empty where they were silent, or for more than 1,500 ms.
   */
  soundAgo(agoMs: number): Int16Array;
  /** Audio that waits, in milliseconds. */
  readonly queuedMs: number;
}

type ConversationState = 'listening' | 'thinking' | 'speaking';

/**
 * Where the time of one reply went, in milliseconds from the end of the caller's speech; absent where a stage doesn't
 * exist.
 */
export interface TurnLatency {
  /** Until the turn was taken to be over (includes the configured endpointing silence). */
  readonly endOfTurnMs?: number;
  /** Until the words were known. */
  readonly transcriptMs?: number;
  /** Until the first token of the reply. */
  readonly firstTokenMs?: number;
  /** Until the first audio of the reply was written to the speech queue. */
  readonly firstAudioMs?: number;
  /** Until the first audio of the reply was sent to the caller. */
  readonly heardMs?: number;
}

/** What became of one call of a tool. */
export interface ToolCallReport {
  /** Unique; the tool got it as `Idempotency-Key`. */
  readonly callId: string;
  /** The turn of the agent in which it was called, where that is known. */
  readonly turnId?: string;
  readonly name: string;
  /** `unknown`: it was cut off, and may have done its work. */
  readonly outcome: 'ok' | 'error' | 'timeout' | 'unknown';
  readonly code?: FaultCode;
  /** As the model wrote them, without the secrets of the request; whole only up to a limit. */
  readonly arguments: string;
  /** What the model was told, under the same conditions. */
  readonly answer: string;
  /** HTTP status, where there was one. */
  readonly status?: number;
  /** Requests that were sent. */
  readonly attempts: number;
  readonly durationMs: number;
}

/** Why an agent leaves its call to another one. */
export const HANDED_OVER = 'handed-over';

/**
 * What an adapter tells its call. `turnId` groups what belongs to one utterance of one side; it is unique within a
 * call.
 */
export type AgentEvent =
  | { readonly kind: 'state'; readonly state: ConversationState }
  | {
      readonly kind: 'transcript';
      readonly speaker: 'caller' | 'agent';
      readonly turnId: string;
      /** The whole text of the turn so far, not the latest piece. */
      readonly text: string;
      readonly final: boolean;
    }
  /** The caller's voice was heard over the agent's, and was taken for something. */
  | { readonly kind: 'overlap'; readonly overlap: JudgedOverlap }
  /** An answer that was begun before the caller's turn had ended is spoken, or was in vain. */
  | { readonly kind: 'begun-early'; readonly outcome: 'spoken' | 'discarded' }
  | { readonly kind: 'interrupted'; readonly turnId: string; readonly sentMs: number }
  | { readonly kind: 'turn-latency'; readonly turnId: string; readonly latency: TurnLatency }
  /** A tool that takes a while has begun; `tool-call` with the same id follows. */
  | {
      readonly kind: 'tool-started';
      readonly callId: string;
      readonly turnId?: string;
      readonly name: string;
    }
  /** What the agent knows was searched for an answer; `late` when the answer could not wait for it. */
  | {
      readonly kind: 'knowledge';
      readonly outcome: 'found' | 'nothing' | 'late' | 'failed';
      readonly topics: readonly RetrievedTopic[];
      readonly withoutMeaning?: FaultCode;
      readonly durationMs: number;
    }
  /** A provider did something that is paid for. */
  | { readonly kind: 'usage'; readonly usage: ProviderUsage }
  | ({ readonly kind: 'tool-call' } & ToolCallReport)
  | FormEvent
  /**
   * Something failed and the conversation goes on: counted as `api_errors` (provider) or `function_errors` (function).
   */
  | {
      readonly kind: 'fault';
      readonly source: 'provider' | 'function';
      readonly code: FaultCode;
      /** See `AgentFault`. */
      readonly detail?: string | undefined;
    }
  /** The agent wanted it; `done` tells whether this call can do it. */
  | {
      readonly kind: 'transfer';
      readonly target: string;
      /** What a person was told before it had the caller, where the agent said something for it. */
      readonly briefing?: string;
      readonly done: boolean;
    }
  | { readonly kind: 'dtmf'; readonly digits: string; readonly done: boolean }
  /** The agent leaves once what it has said was heard: the call ends, or another agent takes it (`HANDED_OVER`). */
  | { readonly kind: 'hang-up'; readonly reason: string }
  /** The agent can't go on: the call ends with AGENT_FAILURE. */
  | { readonly kind: 'failed'; readonly code: FaultCode; readonly detail?: string | undefined };

/** What a call gives the adapter that answers it. */
export interface AgentContext {
  /** Whose agent it is: its tools are given the secrets of this account. */
  readonly accountId: string;
  /** The record of the call; absent where there is none. */
  readonly conversationId?: string;
  /** Answers the tools of a rehearsal, from which no request may leave; absent in a call. */
  readonly rehearsal?: CallRehearsal;
  /** What can be done with this call. Empty where nobody could transfer it or hear keys: for calls over WebRTC. */
  readonly possibleActions: ReadonlySet<CallAction>;
  /** Does it; absent where nothing can be done. */
  readonly control?: CallControl;
  /** Asks the caller's app to hand over. @returns False where it has not said that it would. */
  readonly offerTransfer?: (destination: NamedDestination) => boolean;
  /** Asks the caller's app to press keys. @returns False where it has not said that it would. */
  readonly offerDigits?: (digits: string) => boolean;
  /** Prepares that another agent takes over once this one has left. @returns False where it can't. */
  readonly prepareAgent?: (agentId: string, history: HandOverHistory) => Promise<boolean>;
  readonly mode: AgentMode;
  /** The published document with the variant's overrides applied, and the values of the call in its texts. */
  readonly agent: AgentDocument;
  /** What the call has for the places in its tools; absent where nothing is known of it. */
  readonly variables?: CallVariables;
  /** Absent where the agent knows nothing but its prompt. */
  readonly knowledge?: CallKnowledge;
  /** What was said and done before, where the call goes on after another process had it. */
  readonly earlier?: EarlierCall;
  /** Whether somebody is told the caller's words while they are spoken; absent: nobody is. */
  readonly followsWords?: boolean;
  readonly speech: AgentSpeech;
  /** What the caller presses on its telephone; absent where no keys come. */
  readonly keys?: KeyInput;
  readonly emit: (event: AgentEvent) => void;
  /** Keeps what decides about turns; absent where nobody asked for that. */
  readonly trace?: TraceSink;
  /** Aborted when the call ends, so that nothing is begun for a caller who has gone. */
  readonly signal: AbortSignal;
}

/**
 * Who does the work of the agent's tools. In a rehearsal no request leaves for one, because a rehearsal must not book
 * or cancel anything: the answers come from the test. Built-in tools (`hang_up`, `transfer`, `send_dtmf`) are not asked
 * there; they are only reported. In a chat they are the tools themselves, as in a call.
 */
export type TextTools =
  | {
      readonly kind: 'rehearsed';
      /** Whose servers are asked which tools they have. */
      readonly accountId: string;
      readonly answer: (call: TextToolCall) => string | Promise<string>;
    }
  | {
      readonly kind: 'real';
      /** Whose secrets they are given. */
      readonly accountId: string;
      /** The record of the conversation; absent for its first message, which begins it. */
      readonly conversationId?: string;
      /** What the chat has for the places in them. */
      readonly variables: CallVariables;
      /** What whoever tries the agent answers for tools, by their names: no request leaves for these. */
      readonly answers?: ReadonlyMap<string, string>;
      readonly emit: (event: AgentEvent) => void;
    };

/** Who answers the tools of a rehearsed call, and is told of them. */
export interface CallRehearsal {
  readonly answer: (call: TextToolCall) => string | Promise<string>;
  readonly called: (call: TextToolCall) => void;
}

/** What a conversation in text is given. */
export interface TextContext {
  /** The document with the variant's overrides applied. */
  readonly agent: AgentDocument;
  readonly tools: TextTools;
  readonly knowledge?: CallKnowledge;
  /** Goes on with an earlier conversation, without another greeting. */
  readonly history?: TextHistory;
  readonly signal: AbortSignal;
}

/** One conversation of one call. */
export interface AgentConversation {
  /** Takes the caller's next frame. Must return at once and never throw. */
  hear(frame: CallerFrame): void;
  /** Releases everything; idempotent; resolves when nothing of the conversation runs any more. */
  close(): Promise<void>;
}

export interface AgentAdapter {
  readonly name: string;
  /** Honours `rehearsal` of its context; an adapter without this is rehearsed in text alone. */
  readonly rehearsesCalls?: boolean;
  readonly capabilities: AdapterCapabilities;
  /** Whether what it runs on this machine is too slow for the calls that it has, so that another would hurt them. */
  readonly isBehind?: boolean;
  /** Whether this adapter can serve the document in the mode with the configuration that this instance has. */
  serves(mode: AgentMode, agent: AgentDocument): boolean;
  /**
   * Connects to what answers and begins (the greeting, where the agent has one).
   * @throws AgentFault when the agent can't be reached; the call ends with AGENT_FAILURE.
   */
  open(context: AgentContext): Promise<AgentConversation>;
  /**
   * Begins a conversation in text, or goes on with one, for chats and test sets. Absent where the adapter can't.
   * @throws AgentFault when the agent can't be reached.
   */
  openText?(context: TextContext): Promise<TextConversation>;
}
