import type { Redaction } from './redaction/redact.js';

/** The mode of text conversations, besides those of calls. */
export const TEXT_MODE = 'text';

/** The draft, or the active deployment of an environment. */
export type ConversationTarget = 'draft' | 'sandbox' | 'pre-release' | 'live';

/** How a call turned out. */
export const CALL_OUTCOMES = ['completed', 'failed', 'not-connected'] as const;

export interface NewConversation {
  readonly sessionId: string;
  readonly accountId: string;
  readonly agentId: string;
  readonly target: ConversationTarget;
  readonly deploymentId?: string;
  readonly artifactVersion?: string;
  readonly version?: string;
  /** The rollout that chose the version, and the new version's share at that time, in percent. */
  readonly rollout?: { readonly id: string; readonly share: number };
  /** The experiment that chose for the caller, and the arm that it chose. */
  readonly experiment?: { readonly id: string; readonly arm: string };
  readonly connectorId?: string;
  readonly variantId?: string;
  readonly mode: string;
  readonly adapter: string;
  readonly callSid?: string;
  readonly caller?: string;
  readonly callee?: string;
  /** Metadata given with an outbound call request. */
  readonly metadata?: object;
  /** A phone call: no client will reconnect it. */
  readonly byLine?: boolean;
  readonly startedAt: Date;
  /** False keeps this call's text out of the record, even if the instance stores text. */
  readonly storeText?: boolean;
  /** Kinds of data to redact from this call's record. */
  readonly redact?: readonly Redaction[];
  /** Analysis the document requests after the call; plain JSON. */
  readonly analysis?: object;
}

/** Milliseconds from the end of the caller's speech until each stage of the reply. */
interface RecordedLatency {
  readonly endOfTurnMs?: number;
  readonly transcriptMs?: number;
  readonly firstTokenMs?: number;
  readonly firstAudioMs?: number;
  readonly heardMs?: number;
}

/** One utterance of one side. Absent fields keep their value. */
export interface RecordedTurn {
  /** Unique within the call. */
  readonly turnId: string;
  readonly speaker: 'caller' | 'agent';
  /** Set if a person said it in place of the agent. */
  readonly by?: 'supervisor';
  /** Agent of the turn, if not the call's first agent. */
  readonly agentId?: string;
  /** The whole text of the turn so far. */
  readonly text?: string;
  readonly startedAt: Date;
  readonly endedAt?: Date;
  readonly interrupted?: boolean;
  readonly latency?: RecordedLatency;
}

interface RecordedToolCall {
  readonly callId: string;
  /** The `turnId` of the turn that made it. */
  readonly turnId?: string;
  readonly name: string;
  /** The id of the earlier call that it undoes. */
  readonly undoes?: string;
  readonly outcome: 'ok' | 'error' | 'timeout' | 'unknown';
  /** Reason, unless it succeeded. */
  readonly code?: string;
  /** As written by the model. */
  readonly arguments: string;
  /** The result given to the model. */
  readonly answer: string;
  /** HTTP status. */
  readonly status?: number;
  readonly attempts: number;
  readonly durationMs: number;
}

interface RecordedClaim {
  /** The `turnId` of the turn that says it. */
  readonly turnId?: string;
  readonly sentence: string;
  readonly claim: string;
  readonly tool?: string;
  readonly verdict: 'proven' | 'unproven';
  readonly reason?: string;
  readonly callId?: string;
  readonly values?: readonly string[];
  readonly said: boolean;
}

/** A failover of a phone call to another instance. */
export interface RecordedTakeover {
  /** `given-up` by a stopping instance, or `lost` with its instance. */
  readonly from: 'given-up' | 'lost';
  /**
   * `gone-on`: the peer accepted our re-INVITE. Otherwise the call is over: `refused` (see `status`); `silent`: no
   * answer; `hung-up` by the peer during the failover; `with-person`: it had been transferred to a person;
   * `not-possible`: something it needs no longer exists.
   */
  readonly outcome: 'gone-on' | 'refused' | 'silent' | 'hung-up' | 'with-person' | 'not-possible';
  /** SIP status of the peer's answer. */
  readonly status?: number;
  readonly afterMs: number;
}

/** What a person who supervises a call did. */
export interface RecordedSupervision {
  readonly step: 'monitor' | 'leave' | 'whisper' | 'take-over' | 'give-back' | 'vanish';
  /** E-mail address of the person, or of the key's user. */
  readonly by: string;
  /** The instruction or note; stored only if text is. */
  readonly text?: string;
}

/** An event other than speech. */
export type RecordedEvent =
  | ({ readonly kind: 'supervision'; readonly at: Date } & RecordedSupervision)
  | ({ readonly kind: 'tool-call'; readonly at: Date } & RecordedToolCall)
  | {
      readonly kind: 'knowledge';
      readonly at: Date;
      readonly outcome: string;
      /** Topics found; `name` and `title` are stored only if text is. */
      readonly topics: readonly { readonly id: string; readonly name: string; readonly title: string }[];
      /** Why only keyword search was used although embeddings are configured. */
      readonly withoutMeaning?: string;
      readonly durationMs: number;
    }
  /** A sentence says what the agent did or knows; `sentence` and `values` are stored only if text is. */
  | ({ readonly kind: 'claim'; readonly at: Date } & RecordedClaim)
  | {
      readonly kind: 'transfer';
      readonly at: Date;
      readonly target: string;
      /** The briefing of a person before a warm transfer. */
      readonly briefing?: string;
      readonly done: boolean;
    }
  /** Result of a form; `values` are stored only if text is. */
  | {
      readonly kind: 'form';
      readonly at: Date;
      readonly name: string;
      readonly outcome: 'completed' | 'failed' | 'cancelled' | 'left';
      readonly values: Readonly<Record<string, unknown>>;
    }
  /** A preemptive reply was discarded because the caller continued to speak. */
  | { readonly kind: 'answer-discarded'; readonly at: Date }
  /** Result of the failover of a phone call. */
  | ({ readonly kind: 'carry-on'; readonly at: Date } & RecordedTakeover)
  | { readonly kind: 'dtmf'; readonly at: Date; readonly digits: string; readonly done: boolean }
  | {
      readonly kind: 'overlap';
      readonly at: Date;
      /** Classification of caller speech during agent speech, and its evidence. */
      readonly verdict: 'interruption' | 'backchannel' | 'not-directed' | 'echo' | 'unclear';
      readonly reason: 'sound' | 'words' | 'length' | 'none';
      /** From the onset of the speech to the verdict. */
      readonly afterMs: number;
      readonly wordCount: number;
      /** Meaning of the words; see `Meaning`. Absent if unknown. */
      readonly meaning?: string | undefined;
      /** Acoustic evidence; see `OverlapEvidence` and `JudgedOverlap`. */
      readonly evidence?: Readonly<
        Partial<
          Record<
            'sinceOnsetMs' | 'interruption' | 'notDirected' | 'backchannel' | 'tic' | 'margin' | 'ownVoice',
            number
          >
        >
      >;
    }
  | {
      readonly kind: 'fault';
      readonly at: Date;
      readonly source: 'provider' | 'function';
      readonly code: string;
      /** Details; stored only if text is, because provider messages may quote the conversation. */
      readonly detail?: string | undefined;
    };

/** Why an agent failed. */
export interface ConversationFailure {
  readonly code: string;
  /** The code in words. */
  readonly message: string;
  /** The provider's message; stored only if text is, because it may quote the conversation. */
  readonly detail?: string | undefined;
}

export interface ConversationEnd {
  readonly at: Date;
  readonly reason: string;
  /** The service or the agent failed. */
  readonly crashed: boolean;
  /** Details of the failure, if `reason` does not imply them. */
  readonly failure?: ConversationFailure | undefined;
  /** Audio measurements of the call; must be plain JSON. */
  readonly media?: object;
}

/** Usage of one provider during the call; absent amounts are unknown. */
export interface RecordedUsage {
  /** `endToEnd`, `stt`, `llm`, `tts` or `embeddings`. */
  readonly stage: string;
  readonly provider: string;
  readonly model: string;
  readonly inputTokens?: number;
  readonly cachedTokens?: number;
  readonly audioInputTokens?: number;
  readonly outputTokens?: number;
  readonly audioOutputTokens?: number;
  readonly audioMs?: number;
  readonly characters?: number;
}

/** State of the record of a call that this process takes over. */
export interface ResumedConversation {
  readonly id: string;
  /** Epoch of this process's ownership. */
  readonly epoch: number;
  /** Number of recorded turns and events. */
  readonly turns: number;
  readonly events: number;
  readonly apiErrors: number;
  readonly functionErrors: number;
  readonly usage: readonly RecordedUsage[];
  readonly connectedAt: Date | undefined;
}

/** The record of one call, written in the background and in order. Methods never block or throw. */
export interface ConversationRecord {
  readonly id: string;
  /** Audio flows. */
  connected(at: Date): void;
  /**
   * Adds an utterance, or updates the one with the same `turnId`.
   * @returns Turns with newly redacted text; their audio must be silenced too.
   */
  turn(turn: RecordedTurn): readonly string[];
  /** Counts a fault that did not end the call. To store its code too, add an event. */
  fault(source: 'provider' | 'function'): void;
  /** Adds an event. An event of kind `fault` is counted as well. */
  event(event: RecordedEvent): void;
  /** Adds usage of a stage, provider and model. */
  usage(usage: RecordedUsage): void;
  /** The recording is incomplete, because the account has reached its storage limit. */
  unrecorded(): void;
  /** The snapshot for failover has changed. `state` is called when it is written; the result is sealed. */
  keep(state: () => string): void;
  /** Calls back once when another process has taken over the call; no more of this record is written. */
  onTaken(listener: () => void): void;
  /** Resolves when the record so far is stored or dropped. */
  stored(): Promise<void>;
  /** The call has ended. Resolves when everything is stored or dropped; later calls of any method do nothing. */
  end(end: ConversationEnd): Promise<void>;
}
