import type {
  AgentDocument,
  CallVariables,
  HandoffHistory,
  NamedDestination,
} from '../agent-document/index.js';
import type { CallAction, CallControl } from './call-control.js';
import type { ClaimReport } from './claim-report.js';
import type { CallKnowledge, RetrievedTopic } from './call-knowledge.js';
import type { EarlierCall } from './earlier-words.js';
import type { FaultCode } from './fault-codes.js';
import type { FormEvent } from './form-report.js';
import type { KeyInput } from './keys/index.js';
import type { ProviderUsage } from './provider-usage.js';
import type { TextConversation, TextHistory, TextToolCall } from './text-conversation.js';
import type { JudgedOverlap } from './overlap-evidence.js';
import type { TurnLatency } from './turn-latency.js';

/**
 * The contract between a call and the engine that answers it. A call knows nothing of speech recognition, language
 * models or providers; an adapter knows nothing of WebRTC, signaling or the database.
 */

export { AgentFault } from './agent-fault.js';
export type { CallAction } from './call-control.js';
export type { TurnLatency } from './turn-latency.js';

/** Agent modes of the published API. */
export type AgentMode = 'end-to-end' | 'traditional' | 'echo';

/** Rates that Opus supports natively, so that the audio path needs no resampler (RFC 6716, 2.1.1). */
type SampleRateHz = 8_000 | 16_000 | 24_000 | 48_000;

export interface AdapterCapabilities {
  readonly modes: readonly AgentMode[];
  /** Sample rate of the caller's audio in `hear`. */
  readonly inputSampleRateHz: SampleRateHz;
  /** Sample rate of the agent's audio in `AgentSpeech`. */
  readonly outputSampleRateHz: SampleRateHz;
  /** The media worker loops the caller's audio back; no audio reaches the adapter. */
  readonly loopsInMedia: boolean;
}

/**
 * Twenty milliseconds of caller audio. The samples are in a pooled buffer: copy what is needed after `hear` returns.
 */
export interface CallerFrame {
  /** Mono, signed 16 bit, at the adapter's input rate. */
  readonly samples: Int16Array;
  /**
   * Monotonic time at which the frame ended at the caller, as far as the network reveals it, in milliseconds; never in
   * the future.
   */
  readonly atMs: number;
}

/** How much the caller heard when speech was cut off, in milliseconds of audio since the last `clear`. */
export interface ClearedSpeech {
  readonly sentMs: number;
  readonly droppedMs: number;
}

/** The agent's speech output: a queue with real-time pacing. */
export interface AgentSpeech {
  /** Queues mono samples of any length at the adapter's output rate; they are copied. */
  write(samples: Int16Array): void;
  /** Calls back once everything written so far was sent. Never called if `clear` comes first. */
  mark(reached: () => void): void;
  /** Drops everything that was not sent. */
  clear(): ClearedSpeech;
  /**
   * Sets the volume of everything sent from now on, without a gap or a click.
   * @param gain 1: unchanged.
   */
  setGain(gain: number): void;
  /** Level of the audio sent that many milliseconds ago: root mean square, 0 to 1; 0 beyond 1,500 ms. */
  levelAgo(agoMs: number): number;
  /** How long only silence has been sent, in milliseconds; Infinity before the first sound. */
  readonly silentForMs: number;
  /** Queued audio in milliseconds. */
  readonly queuedMs: number;
}

type ConversationState = 'listening' | 'thinking' | 'speaking';

/** The outcome of one tool call. */
export interface ToolCallReport {
  /** Unique; sent to the tool as `Idempotency-Key`. */
  readonly callId: string;
  /** The agent's turn that made the call, if known. */
  readonly turnId?: string;
  readonly name: string;
  /** The earlier call that it undoes. */
  readonly undoes?: string;
  /** `unknown`: it was cut off, and may have done its work. */
  readonly outcome: 'ok' | 'error' | 'timeout' | 'unknown';
  readonly code?: FaultCode;
  /** As the model wrote them, without the secrets of the request; truncated to a limit. */
  readonly arguments: string;
  /** The result for the model, under the same conditions. */
  readonly answer: string;
  /** HTTP status, if there was a response. */
  readonly status?: number;
  /** Number of requests sent. */
  readonly attempts: number;
  readonly durationMs: number;
}

/** The reason of a hang-up by which an agent leaves its call to another one. */
export const HANDED_OVER = 'handed-over';

/** Events of an adapter. `turnId` groups the parts of one utterance of one side; it is unique within a call. */
export type AgentEvent =
  | { readonly kind: 'state'; readonly state: ConversationState }
  | {
      readonly kind: 'transcript';
      readonly speaker: 'caller' | 'agent';
      /** Set if a person said it in place of the agent. */
      readonly by?: 'supervisor';
      readonly turnId: string;
      /** The whole text of the turn so far, not only the latest piece. */
      readonly text: string;
      readonly final: boolean;
      /** How much of it was sent, if it is final because the caller interrupted it. */
      readonly interruptedAfterMs?: number | undefined;
    }
  /** The caller spoke over the agent, and the speech was classified. */
  | { readonly kind: 'overlap'; readonly overlap: JudgedOverlap }
  /** The result of preemptive generation. */
  | { readonly kind: 'begun-early'; readonly outcome: 'spoken' | 'discarded' }
  | { readonly kind: 'turn-latency'; readonly turnId: string; readonly latency: TurnLatency }
  /** A slow tool has started; `tool-call` with the same id follows. */
  | ({ readonly kind: 'tool-started' } & Pick<ToolCallReport, 'callId' | 'turnId' | 'name' | 'undoes'>)
  /** The agent's knowledge was searched for an answer; `late`: the answer could not wait for the result. */
  | {
      readonly kind: 'knowledge';
      readonly outcome: 'found' | 'nothing' | 'late' | 'failed';
      readonly topics: readonly RetrievedTopic[];
      readonly withoutMeaning?: FaultCode;
      readonly durationMs: number;
    }
  /** A sentence says what the agent did or knows. */
  | ({ readonly kind: 'claim' } & ClaimReport)
  /** A provider did billable work. */
  | { readonly kind: 'usage'; readonly usage: ProviderUsage }
  | ({ readonly kind: 'tool-call' } & ToolCallReport)
  | FormEvent
  /** A fault that the conversation survives: counted as `api_errors` (provider) or `function_errors` (function). */
  | {
      readonly kind: 'fault';
      readonly source: 'provider' | 'function';
      readonly code: FaultCode;
      /** See `AgentFault`. */
      readonly detail?: string | undefined;
    }
  /** Requested by the agent; `done` reports whether this call could do it. */
  | {
      readonly kind: 'transfer';
      readonly target: string;
      /** What a transfer target was told before it got the caller, if the agent provided a text. */
      readonly briefing?: string;
      readonly done: boolean;
    }
  | { readonly kind: 'dtmf'; readonly digits: string; readonly done: boolean }
  /** The agent leaves after playout: the call ends, or another agent takes over (`HANDED_OVER`). */
  | { readonly kind: 'hang-up'; readonly reason: string }
  /** The agent cannot continue: the call ends with AGENT_FAILURE. */
  | { readonly kind: 'failed'; readonly code: FaultCode; readonly detail?: string | undefined };

/** Records the data behind a call's turn decisions, one entry at a time. Must return at once and never throw. */
export type TraceSink = (entry: object) => void;

/** What a call provides to its adapter. */
export interface AgentContext {
  /** Owner of the agent; its tools get the secrets of this account. */
  readonly accountId: string;
  /** The record of the call; absent without one. */
  readonly conversationId?: string;
  /** Answers tools in a dry run, which may send no requests; absent in a call. */
  readonly rehearsal?: CallRehearsal;
  /** Supported actions. Empty if the call has neither transfer nor DTMF, as over WebRTC. */
  readonly possibleActions: ReadonlySet<CallAction>;
  /** Executes these actions; absent if there are none. */
  readonly control?: CallControl;
  /** Asks the caller's app to transfer. @returns False if the app has not announced support. */
  readonly offerTransfer?: (destination: NamedDestination) => boolean;
  /** Asks the caller's app to press keys. @returns False if the app has not announced support. */
  readonly offerDigits?: (digits: string) => boolean;
  /** Prepares the handoff to another agent for when this one leaves. @returns False if that is impossible. */
  readonly prepareAgent?: (agentId: string, history: HandoffHistory) => Promise<boolean>;
  readonly mode: AgentMode;
  /** The published document, with the variant's overrides and the call's variables applied. */
  readonly agent: AgentDocument;
  /** Values for placeholders in its tools; absent if the call has none. */
  readonly variables?: CallVariables;
  /** Absent if the agent has no knowledge besides its prompt. */
  readonly knowledge?: CallKnowledge;
  /** The history, if the call continues after a takeover. */
  readonly earlier?: EarlierCall;
  /** After a handoff: what was said and done before. The agent's claims are compared with it; it is not told of it. */
  readonly before?: EarlierCall['entries'];
  /** True if partial transcripts are shown to someone. */
  readonly followsWords?: boolean;
  readonly speech: AgentSpeech;
  /** DTMF input; absent for channels without it. */
  readonly keys?: KeyInput;
  readonly emit: (event: AgentEvent) => void;
  /** Records turn decisions; absent if no trace was requested. */
  readonly trace?: TraceSink;
  /** Aborted when the call ends, so that nothing is started for a caller who has hung up. */
  readonly signal: AbortSignal;
}

/**
 * Executes the agent's tools. In a dry run no request is sent, because it must not book or cancel anything: the test
 * provides the results, and built-in tools (`hang_up`, `transfer`, `send_dtmf`) are only reported. In a chat the real
 * tools run, as in a call.
 */
export type TextTools =
  | {
      readonly kind: 'rehearsed';
      /** Owner of the tools' servers, which are asked for their tools. */
      readonly accountId: string;
      readonly answer: (call: TextToolCall) => string | Promise<string>;
    }
  | {
      readonly kind: 'real';
      /** Owner of the secrets that they get. */
      readonly accountId: string;
      /** The record of the conversation; absent for its first message, which creates it. */
      readonly conversationId?: string;
      /** Values for placeholders in them. */
      readonly variables: CallVariables;
      /** Results provided by the person who tries the agent, by tool name; no requests are sent for these. */
      readonly answers?: ReadonlyMap<string, string>;
      readonly emit: (event: AgentEvent) => void;
    };

/** Provides the tool results of a dry run, and receives its calls. */
export interface CallRehearsal {
  readonly answer: (call: TextToolCall) => string | Promise<string>;
  readonly called: (call: TextToolCall) => void;
}

/** What a text conversation provides to its adapter. */
export interface TextContext {
  /** The document with the variant's overrides applied. */
  readonly agent: AgentDocument;
  readonly tools: TextTools;
  readonly knowledge?: CallKnowledge;
  /** Continues an earlier conversation, without another greeting. */
  readonly history?: TextHistory;
  readonly signal: AbortSignal;
}

/** The agent's part in one call. */
export interface AgentConversation {
  /** Takes the caller's next frame. Must return at once and never throw. */
  hear(frame: CallerFrame): void;
  /** Releases everything; idempotent; resolves when nothing of the conversation is running. */
  close(): Promise<void>;
}

/** What a call provides for recognizing one of its speakers. */
export interface TranscriberContext extends Pick<AgentContext, 'accountId' | 'agent' | 'followsWords'> {
  /** Transcripts name the speaker `caller`. */
  readonly emit: (event: Extract<AgentEvent, { kind: 'transcript' | 'usage' | 'fault' }>) => void;
}

export interface AgentAdapter {
  readonly name: string;
  /** Supports `rehearsal` of its context. Adapters without this support dry runs only in text. */
  readonly rehearsesCalls?: boolean;
  readonly capabilities: AdapterCapabilities;
  /** True if local engines are too slow for the current calls, so that another call would degrade them. */
  readonly isBehind?: boolean;
  /** Whether this adapter can serve the document in this mode, with the configuration of this instance. */
  serves(mode: AgentMode, agent: AgentDocument): boolean;
  /**
   * Connects and starts the conversation (with the greeting, if the agent has one).
   * @throws AgentFault if the agent is unreachable; the call ends with AGENT_FAILURE.
   */
  open(context: AgentContext): Promise<AgentConversation>;
  /** Recognizes words of one speaker without answering; absent without a recognizer of its own. */
  transcribe?(context: TranscriberContext): Promise<AgentConversation>;
  /**
   * Starts or continues a text conversation, for chats and test sets. Absent if unsupported.
   * @throws AgentFault if the agent is unreachable
   */
  openText?(context: TextContext): Promise<TextConversation>;
}
