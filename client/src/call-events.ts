import type { CallError } from './call-error.js';
import type { Levels } from './level-meter.js';
import type { OfferedDestination } from './wire.js';

/**
 * - `idle`: not started.
 * - `starting`: asks for the microphone and prepares the offer.
 * - `connecting`: the offer was sent, or ICE is in progress.
 * - `connected`: audio flows both ways.
 * - `reconnecting`: the signaling socket or the network path broke and is being restored; audio may still flow.
 * - `ended`: over; this object can't be used again.
 */
export type CallState = 'idle' | 'starting' | 'connecting' | 'connected' | 'reconnecting' | 'ended';

/** What the agent is doing. */
export type AgentState = 'listening' | 'thinking' | 'speaking';

/** Who ended the call: this side, the agent or an operator, or an error. */
export type EndReason = 'hang-up' | 'remote' | 'error';

/** How a call ended. */
export interface CallEnd {
  readonly reason: EndReason;
  /** Present when the reason is `error`. */
  readonly error?: CallError;
}

/** One utterance; a later one with the same `turnId` replaces it. */
export interface Transcript {
  readonly speaker: 'caller' | 'agent';
  readonly turnId: string;
  /** The whole text of the turn so far. */
  readonly text: string;
  readonly final: boolean;
  /** The caller interrupted the agent: the text is what was played. */
  readonly interrupted: boolean;
}

/** Latency of one reply by stage, in milliseconds from the end of the caller's speech. */
export interface Latency {
  readonly turnId: string;
  readonly endOfTurnMs?: number;
  readonly transcriptMs?: number;
  readonly firstTokenMs?: number;
  readonly firstAudioMs?: number;
  readonly heardMs?: number;
}

/** A tool call of the agent; a later one with the same `callId` replaces it. The arguments stay on the server. */
export interface ToolCall {
  readonly callId: string;
  readonly name: string;
  /** `running`, `ok`, `error`, `timeout`, `unknown`. */
  readonly outcome: string;
  /** Reason of a failure. */
  readonly code?: string;
  readonly durationMs?: number;
}

/** The agent requested a transfer (`transfer`) or DTMF (`dtmf`). */
export interface CallAction {
  readonly action: string;
  /** It is done already; the page need not do anything. */
  readonly done: boolean;
  /** Where the page is asked to transfer the caller: one of `url`, `number` and `sipUri`. */
  readonly destination?: OfferedDestination;
  /** Keys the page is asked to press: 0-9, A-D, * and #. */
  readonly digits?: string;
}

/** Events of a call and their payloads. */
export interface CallEvents {
  state: CallState;
  /** The server assigned the session id. */
  session: { readonly sessionId: string };
  /** The call's server was lost, and another one took over the call: audio flows again. */
  'carried-on': { readonly sessionId: string };
  /** The agent's audio track is available. */
  'remote-track': { readonly track: MediaStreamTrack; readonly stream: MediaStream };
  /** Transcripts of both sides, while they speak. */
  transcript: Transcript;
  /** The agent's state changed. */
  agent: AgentState;
  latency: Latency;
  tool: ToolCall;
  /** The agent requested an action. Listeners added before `start` are expected to carry it out. */
  action: CallAction;
  /** Every conversation event of the server, unchanged, including kinds unknown to this version. */
  event: Readonly<Record<string, unknown>>;
  /** Levels of both sides, ten times a second while there are listeners. */
  levels: Levels;
  /** Microphones or speakers were connected or disconnected. */
  devices: undefined;
  /** An error occurred. If it ended the call, `ended` follows. */
  error: CallError;
  /** Fired once, last. */
  ended: CallEnd;
}
