import type { RealtimeDialect, ServerEvent } from './protocol/server-event.js';

/** How long to wait for `session.created`: some servers never send it, and wait for the settings. */
const CREATED_WITHIN_MS = 2_000;

export interface SessionBeginningOptions {
  readonly dialect: RealtimeDialect | 'auto';
  /** For everything until the session is usable. */
  readonly withinMs: number;
  /** Sends the session settings to the server. */
  readonly tell: (dialect: RealtimeDialect) => void;
}

type Outcome =
  | { readonly kind: 'ready'; readonly dialect: RealtimeDialect }
  | { readonly kind: 'refused'; readonly detail: string | undefined };

/** Sets up a session in the server's dialect. If the server does not reveal it, tries which one it accepts. */
export class SessionBeginning {
  /** The dialect that was used last. */
  private dialect: RealtimeDialect | undefined;
  private isGuessed = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: SessionBeginningOptions) {}

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

  /** @returns The outcome, once it is known. */
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
