// Written by `npm run docs:api` from src/signaling/wire: what goes over the signaling socket. Change it there.

/** Path of the signaling channel. */
export const SIGNALING_PATH = '/api/v1/webrtc/signal';

/** Codes of `error` frames. */
export const SERVER_ERROR_CODES = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'INVALID_ARGUMENT',
  'INVALID_MESSAGE',
  'HANDLER_ERROR',
  'MEDIA_BRIDGE_FAILURE',
  'AGENT_FAILURE',
] as const;

/** The agent wanted something done with the call. */
export interface ActionEvent {
  readonly kind: 'action';
  readonly action: 'transfer' | 'dtmf';
  /** False where this call cannot do that. */
  readonly done: boolean;
  readonly destination?: OfferedDestination;
  /** Given where the app is asked to press these keys: it does so, or leaves it. */
  readonly digits?: string;
}

/**
 * What answers the call. Leave it out: then it is end-to-end where the agent’s document, or this
 * server for one that names no models, has a speech-to-speech model, and traditional where it has the
 * stages only. A mode that is named and can’t be served is refused with AGENT_FAILURE.
 */
export type AgentMode = 'end-to-end' | 'traditional' | 'echo';

export type CallEvent = StateEvent | TranscriptEvent | LatencyEvent | ActionEvent | ToolEvent | MoveEvent;

export type CallFeature = 'transcript' | 'state' | 'latency' | 'transfer' | 'tool' | 'dtmf' | 'move';

export type ErrorCode =
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'INVALID_ARGUMENT'
  | 'INVALID_MESSAGE'
  | 'HANDLER_ERROR'
  | 'MEDIA_BRIDGE_FAILURE'
  | 'AGENT_FAILURE';

/** Where the time of one reply went, in milliseconds from the end of the caller’s speech. */
export interface LatencyEvent {
  readonly kind: 'latency';
  /** One utterance of one side; unique within a call. */
  readonly turnId: string;
  /** Until the turn was taken to be over. */
  readonly endOfTurnMs?: number;
  /** Until the words were known. */
  readonly transcriptMs?: number;
  /** Until the first token of the reply. */
  readonly firstTokenMs?: number;
  /** Until the first audio of the reply was written. */
  readonly firstAudioMs?: number;
  /** Until the first audio of the reply was sent. */
  readonly heardMs?: number;
}

/**
 * This server stops soon, and both sides are silent: open a new socket, and offer the call there with
 * a new peer connection and its `sessionId`. Audio flows on until that offer is answered.
 */
export interface MoveEvent {
  readonly kind: 'move';
}

/** Given where the app is asked to hand the caller over: it does so, or leaves it. */
export interface OfferedDestination {
  readonly name: string;
  /** E.164. */
  readonly number?: string;
  readonly sipUri?: string;
  readonly url?: string;
}

/** What the agent does from now on. */
export interface StateEvent {
  readonly kind: 'state';
  readonly state: 'connected' | 'listening' | 'thinking' | 'speaking';
}

/** A tool of the agent runs, or has run. */
export interface ToolEvent {
  readonly kind: 'tool';
  /** One call of a tool; a later event of the same one replaces it. */
  readonly callId: string;
  /** One utterance of one side; unique within a call. */
  readonly turnId?: string;
  readonly name: string;
  /** The earlier call that it undoes. */
  readonly undoes?: string;
  readonly outcome: 'running' | 'ok' | 'error' | 'timeout' | 'unknown';
  /** Why it did not go well, for example `TOOL_TIMEOUT`. */
  readonly code?: string;
  /** HTTP status. */
  readonly status?: number;
  /** Requests that were sent. */
  readonly attempts?: number;
  readonly durationMs?: number;
}

/** What one side says. A later one of the same turn replaces it. */
export interface TranscriptEvent {
  readonly kind: 'transcript';
  readonly speaker: 'caller' | 'agent';
  /** One utterance of one side; unique within a call. */
  readonly turnId: string;
  /** The whole text of the turn so far. */
  readonly text: string;
  readonly final: boolean;
  /** The caller interrupted it: so far it was heard. */
  readonly interrupted?: boolean;
}

export interface OfferFrame {
  readonly type: 'offer';
  /** The session; the empty string (or null) in an offer that makes one. */
  readonly sessionId: string | null;
  readonly data: {
    readonly type: 'offer';
    /** Full SDP of the client’s peer connection. */
    readonly sdp: string;
  };
  /** A connector token or a studio-issued JWT. */
  readonly authToken: string;
  readonly mode?: AgentMode;
  /** Unique call identifier. */
  readonly callSid?: string;
  /** Calling number. */
  readonly caller?: string;
  /** Called number. */
  readonly callee?: string;
  readonly accountId?: string;
  /** The agent. */
  readonly projectId?: string;
  /** Variant of the agent instead of the token’s own. */
  readonly variantId?: string;
  /** Pins a build. */
  readonly agentVersionOverride?: {
    readonly artifactVersion: string;
    readonly lambdaDeploymentVersion: string;
  };
  /**
   * Live events that the client wants as `event` frames. A client that names none gets none; words that
   * the server does not know are ignored.
   */
  readonly features?: readonly CallFeature[];
}

export interface AnswerFrame {
  readonly type: 'answer';
  /** The new session. Every later message carries it. */
  readonly sessionId: string;
  readonly data: {
    readonly type: 'answer';
    /** Full SDP of the server, its candidates included. */
    readonly sdp: string;
  };
}

export interface IceCandidateFrame {
  readonly type: 'ice-candidate';
  /**
   * The session. Before the answer has come, the empty string (or null) stands for that of the only
   * offer that went over this socket.
   */
  readonly sessionId: string;
  readonly data: {
    /** The empty string is the end of candidates. */
    readonly candidate: string;
    readonly sdpMid: string | null;
    readonly sdpMLineIndex: number | null;
  };
  /**
   * From clients: the token of the offer. Needed only over a socket that no offer of the session went
   * over, where another instance has the call.
   */
  readonly authToken?: string;
}

export interface ErrorFrame {
  readonly type: 'error';
  /** The session that it is about, or the empty string. */
  readonly sessionId: string;
  readonly data: { readonly code: ErrorCode; readonly message: string };
}

export interface CloseFrame {
  readonly type: 'close';
  readonly sessionId: string;
  /**
   * From clients: the token of the offer. Needed only over a socket that no offer of the session went
   * over, where another instance has the call.
   */
  readonly authToken?: string;
}

/** Something happened in the call. Sent only for what `features` of the offer asked for. */
export interface EventFrame {
  readonly type: 'event';
  readonly sessionId: string;
  /**
   * Grows with each event of the session. After a takeover some are told again, with their numbers; one
   * that is not above the last is known.
   */
  readonly number: number;
  readonly data: CallEvent;
}

/** What the caller writes in place of saying it: answered as if it had been said. Optional. */
export interface TextFrame {
  readonly type: 'text';
  readonly sessionId: string;
  readonly data: { readonly text: string };
  /**
   * From clients: the token of the offer. Needed only over a socket that no offer of the session went
   * over, where another instance has the call.
   */
  readonly authToken?: string;
}

/**
 * What the next answer of the agent should know and the caller has not said, such as the page that the
 * caller looks at. Asks for no answer, stands in no transcript, and weighs as much as the caller’s own
 * words. Counts as a text. Optional.
 */
export interface ContextFrame {
  readonly type: 'context';
  readonly sessionId: string;
  readonly data: { readonly text: string };
  /**
   * From clients: the token of the offer. Needed only over a socket that no offer of the session went
   * over, where another instance has the call.
   */
  readonly authToken?: string;
}

/**
 * Asks whether the socket still carries anything, which a page cannot learn otherwise. Optional.
 * Answered by `pong` at once, before the answers to frames that were sent earlier. Counts towards the
 * frames that a socket may send.
 */
export interface PingFrame {
  readonly type: 'ping';
}

/** The answer to `ping`. Never sent without one. */
export interface PongFrame {
  readonly type: 'pong';
}

export type ClientFrame = OfferFrame | IceCandidateFrame | CloseFrame | TextFrame | ContextFrame | PingFrame;
export type ServerFrame = AnswerFrame | IceCandidateFrame | ErrorFrame | CloseFrame | EventFrame | PongFrame;
