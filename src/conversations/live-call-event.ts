/** What the agent is doing, in the terms of the studio page. */
type LiveCallState = 'negotiating' | 'connected' | 'listening' | 'thinking' | 'speaking' | 'ended';

/** A destination of a transfer that the caller's app is to carry out: one of the three. */
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
      /** Groups what belongs to one utterance of one side; unique within a call. */
      readonly turnId: string;
      /** The whole text of the turn so far, not a delta. */
      readonly text: string;
      readonly final: boolean;
      /** The caller interrupted this turn. */
      readonly interrupted?: boolean;
    }
  | {
      readonly kind: 'levels';
      /** 0 is loudest, -127 is silence (RFC 6464). */
      readonly callerDbov: number;
      readonly agentDbov: number;
    }
  /** Where the time of one reply went, in milliseconds from the end of the caller's speech. */
  | {
      readonly kind: 'latency';
      readonly turnId: string;
      readonly endOfTurnMs?: number;
      readonly transcriptMs?: number;
      readonly firstTokenMs?: number;
      readonly firstAudioMs?: number;
      readonly heardMs?: number;
    }
  /** The caller's voice was heard over the agent's, and was taken for something `afterMs` after it began. */
  | {
      readonly kind: 'overlap';
      readonly verdict: 'interruption' | 'backchannel' | 'not-directed' | 'echo' | 'unclear';
      readonly reason: 'sound' | 'words' | 'length' | 'none';
      readonly afterMs: number;
      readonly wordCount: number;
      /** What its words were for, such as `hold`; absent where no words were known. */
      readonly meaning?: string | undefined;
    }
  /** The agent wanted the call transferred or keys pressed; `done` is false where this call can't do that. */
  | {
      readonly kind: 'action';
      readonly action: 'transfer' | 'dtmf';
      readonly done: boolean;
      /** Where the caller's app is asked to hand the caller over to. */
      readonly destination?: OfferedDestination;
      /** What the caller's app is asked to press. */
      readonly digits?: string;
    }
  /**
   * A tool runs, or has run. What it was asked and what it answered is for the builder of the agent: who calls over a
   * connector is not told.
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
  /** What was looked up for the next answer; for the builder of the agent, as what tools answer is. */
  | { readonly kind: 'knowledge'; readonly outcome: string; readonly topics: readonly string[] }
  /** What the caller has filled in so far; a later one replaces it. */
  | {
      readonly kind: 'form';
      readonly name: string;
      readonly outcome: 'open' | 'completed' | 'failed' | 'cancelled' | 'left';
      readonly values: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'ended'; readonly reason: string };
