/** A call as its owner knows it. */
export interface OwnedCall {
  readonly conversationId: string;
  /** Counts its owners; a write with an earlier epoch reaches no record. */
  readonly epoch: number;
}

/** Who owns a call, as on record. */
export interface RecordedOwner {
  readonly epoch: number;
  readonly owner: {
    readonly instanceId: string;
    readonly address: string | undefined;
    /** Its lease has not expired, by the database's clock. */
    readonly isAlive: boolean;
    /** It stops by itself when its lease expires. */
    readonly fences: boolean;
  };
}

/** A phone call of a dead process. */
export interface LostLine {
  readonly sessionId: string;
  readonly instanceId: string;
}

/** The records of all calls, which name their owners. `conversations` keeps them. */
export abstract class OwnershipRecords {
  /** Sessions of open phone calls of that process. @throws when the database is away */
  abstract linesOf(instanceId: string): Promise<string[]>;
  /** The open phone calls of all processes whose lease has expired. @throws when the database is away */
  abstract lostLines(): Promise<LostLine[]>;
  /** Which of these calls another process has taken over. @throws when the database is away */
  abstract takenOf(calls: readonly OwnedCall[]): Promise<ReadonlySet<string>>;
}

/** What the cluster asks of a call of this process. */
export interface RunningCall extends OwnedCall {
  readonly sessionId: string;
  readonly ended: boolean;
  /** It ended because another process took it over. */
  readonly isMoving: boolean;
  /** Resolves when its end is stored, or storing was abandoned. */
  readonly finishing: Promise<void>;
  readonly currentConnection: { isAlive(): Promise<boolean> } | undefined;
  readonly media: { receivedBytes(): Promise<number | undefined> };
  readonly migration: {
    readonly isPossible: boolean;
    readonly isOffered: boolean;
    ask(): void;
    now(): 'asked' | 'offered';
    offerLine(): boolean;
    keepsLine(): void;
  };
  /** Mutes it: this process may not act for it. */
  suspend(): void;
  resume(): void;
  sayGoodbye(): Promise<void>;
  /** Releases it to another process. @returns False while someone speaks. */
  giveUp(): Promise<boolean>;
  end(reason: 'moved' | 'shutdown' | 'instance-lost' | 'client-close'): Promise<void>;
}
