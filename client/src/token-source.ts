import { CallError } from './call-error.js';
import { fetchSoon } from './fetch-soon.js';

/** A token, and when it stops being good for new calls, where that is known. */
export interface ExpiringToken {
  readonly token: string;
  /** ISO 8601, a time in milliseconds, or a Date. */
  readonly expiresAt?: string | number | Date;
}

/**
 * A token, or what gets one. A function is asked again when the token has expired, and once when the server finds it
 * stale.
 */
export type AuthToken =
  string | (() => string | ExpiringToken | Promise<string | ExpiringToken>) | ExpiringToken;

/** So long before its expiry a token is not used any more, in milliseconds: clocks differ, and frames travel. */
const SPARE_MS = 5_000;

/** The token of a call, asked for when it is needed and kept while it is good. */
export class TokenSource {
  private known: Promise<ExpiringToken> | undefined;
  private offered: string | undefined;
  private ownOfCall: string | undefined;

  constructor(private readonly authToken: AuthToken) {}

  get canRenew(): boolean {
    return typeof this.authToken === 'function';
  }

  /** The next `get` asks for another one. */
  forget(): void {
    this.known = this.ownOfCall = undefined;
  }

  /** @throws CallError TOKEN_UNAVAILABLE, unless the function throws a CallError of its own. */
  async get(): Promise<string> {
    const before = this.known;
    const known = await (this.known ??= this.ask());
    // One that was just given is taken, however short it lasts.
    if (!before || !this.canRenew || !isOver(known)) return known.token;
    this.known = undefined;
    return (await (this.known ??= this.ask())).token;
  }

  /** The token that began the call, which stays good for it when it has expired. @throws CallError as `get` does. */
  async ofCall(): Promise<string> {
    return (this.offered = this.ownOfCall ?? (await this.get()));
  }

  /** The server took the token that `ofCall` gave last. */
  accepted(): void {
    this.ownOfCall = this.offered;
  }

  private async ask(): Promise<ExpiringToken> {
    try {
      const given = typeof this.authToken === 'function' ? await this.authToken() : this.authToken;
      return typeof given === 'string' ? { token: given } : given;
    } catch (cause) {
      this.known = undefined;
      if (cause instanceof CallError) throw cause;
      throw new CallError('TOKEN_UNAVAILABLE', 'No token for the call could be had.', { cause });
    }
  }
}

function isOver({ expiresAt }: ExpiringToken): boolean {
  return expiresAt !== undefined && new Date(expiresAt).getTime() - SPARE_MS < Date.now();
}

/**
 * The token of a page without a backend: the connector must name the page's origin.
 * @param httpBase address of the server, `https://host`.
 */
export async function pageToken(httpBase: string, connectorId: string): Promise<ExpiringToken> {
  const url = `${httpBase}/api/v1/connectors/${encodeURIComponent(connectorId)}/call-tokens`;
  const answer = await fetchSoon(url, { method: 'POST', credentials: 'omit' });
  const body = (await answer.json()) as { token?: unknown; expiresAt?: unknown; error_message?: string };
  if (answer.ok && typeof body.token === 'string')
    return { token: body.token, expiresAt: String(body.expiresAt) };
  const code = answer.status === 429 ? 'TOO_MANY_CALLS' : 'TOKEN_UNAVAILABLE';
  throw new CallError(code, body.error_message ?? 'No token for the call could be had.');
}
