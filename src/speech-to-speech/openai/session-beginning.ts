import type { RealtimeDialect, ServerEvent } from './protocol/server-event.js';

/** How long a server may take to say that it has a session: some never say so, and wait to be told what it is to be. */
const CREATED_WITHIN_MS = 2_000;

export interface SessionBeginningOptions {
  readonly dialect: RealtimeDialect | 'auto';
  /** For everything until the session may be used. */
  readonly withinMs: number;
  /** Tells the server what the session is to be. */
  readonly tell: (dialect: RealtimeDialect) => void;
}

type Outcome =
  | { readonly kind: 'ready'; readonly dialect: RealtimeDialect }
  | { readonly kind: 'refused'; readonly detail: string | undefined };

/** Sets a session up in the dialect that the server speaks, and where it doesn't say, in the one that it takes. */
export class SessionBeginning {
  /** In which the server was told last. */
  private dialect: RealtimeDialect | undefined;
  private isGuessed = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: SessionBeginningOptions) {}

  /** The connection is there. */
  opened(): void {
    const { dialect, withinMs } = this.options;
    this.timer = setTimeout(
      () => {
        this.isGuessed = dialect === 'auto';
        this.tell(dialect === 'auto' ? 'ga' : dialect);
      },
      Math.min(CREATED_WITHIN_MS, withinMs / 2),
    );
  }

  /** @returns What came of it, once that is known. */
  take(event: ServerEvent): Outcome | undefined {
    const { dialect } = this;
    if (event.kind === 'session-created') this.created(event.dialect);
    if (event.kind === 'session-updated' && dialect) return { kind: 'ready', dialect };
    if (event.kind !== 'provider-error') return undefined;
    if (!this.isGuessed) return { kind: 'refused', detail: event.detail };
    this.isGuessed = false;
    this.tell('beta');
    return undefined;
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private created(dialect: RealtimeDialect): void {
    this.isGuessed = false;
    const chosen = this.options.dialect === 'auto' ? dialect : this.options.dialect;
    if (chosen !== this.dialect) this.tell(chosen);
  }

  private tell(dialect: RealtimeDialect): void {
    this.close();
    this.dialect = dialect;
    this.options.tell(dialect);
  }
}
