import type { Redaction } from './redaction/redact.js';

/** The draft, or what was active in an environment. */
export type ConversationTarget = 'draft' | 'sandbox' | 'pre-release' | 'live';

/** How a call turned out. */
export const OUTCOMES = ['completed', 'failed', 'not-connected'] as const;

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
  /** What a call that the service made was ordered with. */
  readonly metadata?: object;
  /** It came by a line, so that no client offers it again. */
  readonly byLine?: boolean;
  readonly startedAt: Date;
  /** False keeps this call's text out of the record, even if the instance stores text. */
  readonly storeText?: boolean;
  /** What is kept out of this call's record. */
  readonly redact?: readonly Redaction[];
  /** What the document wants found out once the call has ended; plain JSON. */
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
  /** Whose turn it is part of, where that is another agent than the call's. */
  readonly agentId?: string;
  /** The whole text of the turn so far. */
  readonly text?: string;
  readonly startedAt: Date;
  readonly endedAt?: Date;
  readonly interrupted?: boolean;
  readonly latency?: RecordedLatency;
}

/** One call of a tool. */
interface RecordedToolCall {
  readonly callId: string;
  /** The `turnId` of the turn that it belongs to. */
  readonly turnId?: string;
  readonly name: string;
  readonly outcome: 'ok' | 'error' | 'timeout' | 'unknown';
  /** Why, unless it went well. */
  readonly code?: string;
  /** As the model wrote them. */
  readonly arguments: string;
  /** What the model was told. */
  readonly answer: string;
  /** HTTP status. */
  readonly status?: number;
  readonly attempts: number;
  readonly durationMs: number;
}

/** An instance was to go on with a phone call of another one. */
export interface RecordedCarryOn {
  /** `given-up` by an instance that stopped, or `lost` with its instance. */
  readonly from: 'given-up' | 'lost';
  /**
   * `gone-on`: the other side took our re-INVITE. Else the call is over: `refused` (see `status`), `silent`: nobody
   * answered, `hung-up` by the other side meanwhile, `with-person`: it had been put through to somebody,
   * `not-possible`: what it takes is not there any more.
   */
  readonly outcome: 'gone-on' | 'refused' | 'silent' | 'hung-up' | 'with-person' | 'not-possible';
  /** What the other side answered, a status of SIP. */
  readonly status?: number;
  readonly afterMs: number;
}

/** An event other than speech. */
export type RecordedEvent =
  | ({ readonly kind: 'tool-call'; readonly at: Date } & RecordedToolCall)
  | {
      readonly kind: 'knowledge';
      readonly at: Date;
      readonly outcome: string;
      /** What was found; `name` and `title` are kept only where text is. */
      readonly topics: readonly { readonly id: string; readonly name: string; readonly title: string }[];
      /** Why it was found by words alone, where embeddings are configured. */
      readonly withoutMeaning?: string;
      readonly durationMs: number;
    }
  | {
      readonly kind: 'transfer';
      readonly at: Date;
      readonly target: string;
      /** What a person was told before it had the caller, where the agent said something for it. */
      readonly briefing?: string;
      readonly done: boolean;
    }
  /** What became of a form; `values` are kept only where text is. */
  | {
      readonly kind: 'form';
      readonly at: Date;
      readonly name: string;
      readonly outcome: 'completed' | 'failed' | 'cancelled' | 'left';
      readonly values: Readonly<Record<string, unknown>>;
    }
  /** An answer was begun before the caller's turn had ended, and the caller went on. */
  | { readonly kind: 'answer-discarded'; readonly at: Date }
  /** What became of a phone call whose instance was lost or gave it up. */
  | ({ readonly kind: 'carry-on'; readonly at: Date } & RecordedCarryOn)
  | { readonly kind: 'dtmf'; readonly at: Date; readonly digits: string; readonly done: boolean }
  | {
      readonly kind: 'overlap';
      readonly at: Date;
      /** What the caller's voice over the agent's was taken for, and on what grounds. */
      readonly verdict: 'interruption' | 'backchannel' | 'not-directed' | 'echo' | 'unclear';
      readonly reason: 'sound' | 'words' | 'length' | 'none';
      /** From the beginning of the voice to the judgement. */
      readonly afterMs: number;
      readonly wordCount: number;
      /** What its words meant; see `Meaning`. Absent if unknown. */
      readonly meaning?: string | undefined;
      /** What was known of the sound; see `OverlapEvidence` and `JudgedOverlap`. */
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
      /** What exactly happened; kept only where text is, since a provider that told it may repeat some. */
      readonly detail?: string | undefined;
    };

/** Why an agent did not do its part. */
export interface ConversationFailure {
  /** A fault code. */
  readonly code: string;
  /** The same in words. */
  readonly message: string;
  /** What a provider said of it; kept only where text is, since it may repeat some. */
  readonly detail?: string | undefined;
}

export interface ConversationEnd {
  readonly at: Date;
  readonly reason: string;
  /** The service or the agent failed. */
  readonly crashed: boolean;
  /** What failed, where `reason` does not say it. */
  readonly failure?: ConversationFailure | undefined;
  /** Audio measurements of the call; must be plain JSON. */
  readonly media?: object;
}

/** What a provider did for the call; absent amounts are unknown. */
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

/** Where the record of a call stands with which this process goes on. */
export interface ResumedConversation {
  readonly id: string;
  /** Of this process. */
  readonly epoch: number;
  /** How many turns and events are on record. */
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
   * @returns The turns in which something was found just now that must not be stored; their sound must not be either.
   */
  turn(turn: RecordedTurn): readonly string[];
  /** Counts a fault that did not end the call. To keep its code too, give an event. */
  fault(source: 'provider' | 'function'): void;
  /** Adds an event. An event of kind `fault` is counted as well. */
  event(event: RecordedEvent): void;
  /** Adds to what the stage, provider and model did. */
  usage(usage: RecordedUsage): void;
  /** The recording is incomplete, because the account has reached its storage limit. */
  unrecorded(): void;
  /** What another process would need to go on with the call has changed; asked for when it is written, and sealed. */
  keep(state: () => string): void;
  /** Calls back once when another process has the call, and nothing more of this record is written. */
  onTaken(listener: () => void): void;
  /** Resolves when all of this record so far is stored or given up. */
  stored(): Promise<void>;
  /** The call has ended. Resolves when all of it is stored or given up; later calls of any method do nothing. */
  end(end: ConversationEnd): Promise<void>;
}
