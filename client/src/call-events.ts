import type { CallError } from './call-error.js';
import type { Levels } from './level-meter.js';
import type { OfferedDestination } from './wire.js';

/**
 * - `idle`: not started.
 * - `starting`: asks for the microphone and prepares the offer.
 * - `connecting`: the offer is under way, or the network path is being found.
 * - `connected`: audio flows both ways.
 * - `reconnecting`: the signaling socket or the network path broke and is being restored; audio may still flow.
 * - `ended`: over; this object can't be used again.
 */
export type CallState = 'idle' | 'starting' | 'connecting' | 'connected' | 'reconnecting' | 'ended';

/** What the agent does. */
export type AgentState = 'listening' | 'thinking' | 'speaking';

/** Who ended the call: this side, the agent or an operator, or an error. */
export type EndReason = 'hang-up' | 'remote' | 'error';

/** How a call ended. */
export interface CallEnd {
  readonly reason: EndReason;
  /** Present when the reason is `error`. */
  readonly error?: CallError;
}

/** What one side says; a later one with the same `turnId` replaces it. */
export interface Transcript {
  readonly speaker: 'caller' | 'agent';
  readonly turnId: string;
  /** The whole text of the turn so far. */
  readonly text: string;
  readonly final: boolean;
  /** The caller interrupted the agent: this is what was heard of it. */
  readonly interrupted: boolean;
}

/** Where the time of one reply went, in milliseconds from the end of the caller's speech. */
export interface Latency {
  readonly turnId: string;
  readonly endOfTurnMs?: number;
  readonly transcriptMs?: number;
  readonly firstTokenMs?: number;
  readonly firstAudioMs?: number;
  readonly heardMs?: number;
}

/** A tool that the agent uses; a later one with the same `callId` replaces it. What it is asked stays on the server. */
export interface ToolCall {
  readonly callId: string;
  readonly name: string;
  /** `running`, `ok`, `error`, `timeout`, `unknown`. */
  readonly outcome: string;
  /** Why it did not go well. */
  readonly code?: string;
  readonly durationMs?: number;
}

/** The agent wanted the call transferred (`transfer`) or keys pressed (`dtmf`). */
export interface CallAction {
  readonly action: string;
  /** It is done already; nobody needs to do anything. */
  readonly done: boolean;
  /** Where this page is asked to hand the caller over to: by one of `url`, `number` and `sipUri`. */
  readonly destination?: OfferedDestination;
  /** Keys that this page is asked to press: 0-9, A-D, * and #. */
  readonly digits?: string;
}

/** What `on` can be asked for, with what listeners are given. */
export interface CallEvents {
  state: CallState;
  /** The server gave the call its id. */
  session: { readonly sessionId: string };
  /** The server of the call was gone, and another one goes on with it: audio flows again. */
  'carried-on': { readonly sessionId: string };
  /** The agent's audio is there. */
  'remote-track': { readonly track: MediaStreamTrack; readonly stream: MediaStream };
  /** What both sides say, while they say it. */
  transcript: Transcript;
  /** The agent does something else from now on. */
  agent: AgentState;
  latency: Latency;
  tool: ToolCall;
  /** The agent wanted something done with the call. Who listens to this before `start` is asked to do it. */
  action: CallAction;
  /** Everything that the server tells of the conversation, as it came; also what this version does not know. */
  event: Readonly<Record<string, unknown>>;
  /** How loud both sides are, ten times a second while somebody listens to this event. */
  levels: Levels;
  /** Microphones or speakers were plugged in or taken away. */
  devices: undefined;
  /** Something went wrong. If that ended the call, `ended` follows. */
  error: CallError;
  /** Comes once, last. */
  ended: CallEnd;
}
