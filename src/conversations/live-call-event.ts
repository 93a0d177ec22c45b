/** State of the agent, in the terms of the studio page. */
type LiveCallState = 'negotiating' | 'connected' | 'listening' | 'thinking' | 'speaking' | 'ended';

/** A transfer destination for the caller's app: one of the three. */
interface OfferedDestination {
  readonly name: string;
  readonly number?: string;
  readonly sipUri?: string;
  readonly url?: string;
}

/** Live events of a call. The feed stores none of them. */
export type LiveCallEvent =
  | { readonly kind: 'state'; readonly state: LiveCallState }
  | {
      readonly kind: 'transcript';
      readonly speaker: 'caller' | 'agent';
      /** Groups the events of one utterance; unique within a call. */
      readonly turnId: string;
      /** The whole text of the turn so far, not a delta. */
      readonly text: string;
      readonly final: boolean;
      readonly interrupted?: boolean;
    }
  | {
      readonly kind: 'levels';
      /** 0 is loudest, -127 is silence (RFC 6464). */
      readonly callerDbov: number;
      readonly agentDbov: number;
    }
  /** Latency of one reply by stage, in milliseconds from the end of the caller's speech. */
  | {
      readonly kind: 'latency';
      readonly turnId: string;
      readonly endOfTurnMs?: number;
      readonly transcriptMs?: number;
      readonly firstTokenMs?: number;
      readonly firstAudioMs?: number;
      readonly heardMs?: number;
    }
  /** Classification of caller speech during agent speech, `afterMs` after its onset. */
  | {
      readonly kind: 'overlap';
      readonly verdict: 'interruption' | 'backchannel' | 'not-directed' | 'echo' | 'unclear';
      readonly reason: 'sound' | 'words' | 'length' | 'none';
      readonly afterMs: number;
      readonly wordCount: number;
      /** Meaning of its words, such as `hold`; absent without known words. */
      readonly meaning?: string | undefined;
    }
  /** The agent requested a transfer or DTMF; `done` is false if this call can't do that. */
  | {
      readonly kind: 'action';
      readonly action: 'transfer' | 'dtmf';
      readonly done: boolean;
      /** Where the caller's app is asked to transfer the caller. */
      readonly destination?: OfferedDestination;
      /** Keys that the caller's app is asked to press. */
      readonly digits?: string;
    }
  /**
   * A tool call has started or ended. Arguments and results are for the builder of the agent; callers over a connector
   * do not get them.
   */
  | {
      readonly kind: 'tool';
      readonly callId: string;
      readonly turnId?: string;
      readonly name: string;
      readonly outcome: 'running' | 'ok' | 'error' | 'timeout' | 'unknown';
      readonly code?: string;
      readonly arguments?: string;
      readonly answer?: string;
      readonly status?: number;
      readonly attempts?: number;
      readonly durationMs?: number;
    }
  /** Topics retrieved for the next answer; for the builder of the agent, as tool results are. */
  | { readonly kind: 'knowledge'; readonly outcome: string; readonly topics: readonly string[] }
  /** The form's values so far; a later event replaces it. */
  | {
      readonly kind: 'form';
      readonly name: string;
      readonly outcome: 'open' | 'completed' | 'failed' | 'cancelled' | 'left';
      readonly values: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'ended'; readonly reason: string };
