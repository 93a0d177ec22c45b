import { CallError } from './call-error.js';
import { fetchSoon } from './fetch-soon.js';

/** A token, and its expiry for new calls, if known. */
export interface ExpiringToken {
  readonly token: string;
  /** ISO 8601, a time in milliseconds, or a Date. */
  readonly expiresAt?: string | number | Date;
}

/**
 * A token, or a function that gets one. The function is called again when the token has expired, and once if the server
 * finds it stale.
 */
export type AuthToken =
  string | (() => string | ExpiringToken | Promise<string | ExpiringToken>) | ExpiringToken;

/** Safety margin before the expiry of a token, in milliseconds, for clock differences and transport time. */
const SPARE_MS = 5_000;

/** The token of a call, fetched on demand and cached while it is valid. */
export class TokenSource {
  private known: Promise<ExpiringToken> | undefined;
  private offered: string | undefined;
  private ownOfCall: string | undefined;

  constructor(private readonly authToken: AuthToken) {}

  get canRenew(): boolean {
    return typeof this.authToken === 'function';
  }

  /** Makes the next `get` fetch another one. */
  forget(): void {
    this.known = this.ownOfCall = undefined;
  }

  /** @throws CallError TOKEN_UNAVAILABLE, unless the function throws a CallError of its own. */
  async get(): Promise<string> {
    const before = this.known;
    const known = await (this.known ??= this.ask());
    // A token just fetched is used, however soon it expires.
    if (!before || !this.canRenew || !isOver(known)) return known.token;
    this.known = undefined;
    return (await (this.known ??= this.ask())).token;
  }

  /** The token that began the call, which stays valid for it after its expiry. @throws CallError as `get` does. */
  async ofCall(): Promise<string> {
    return (this.offered = this.ownOfCall ?? (await this.get()));
  }

  /** The server accepted the last token of `ofCall`. */
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
 * The token of a page without a backend: the connector must list the page's origin.
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
