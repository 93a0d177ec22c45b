const STORAGE_KEY = 'earshot.apiKey';
const SESSION_HINT = 'earshot.signedIn';

let csrfToken: string | undefined;
let cameWithKey = sessionStorage.getItem(STORAGE_KEY) !== null;

/**
 * Credentials of requests: a person's session cookie with the CSRF token, or an API key, which is kept for the lifetime
 * of the tab and never in a URL.
 */
export const credentials = {
  get apiKey(): string | undefined {
    return sessionStorage.getItem(STORAGE_KEY) ?? undefined;
  },

  /** Whether the last sign-in used a key. */
  get cameWithKey(): boolean {
    return cameWithKey;
  },

  useKey(apiKey: string): void {
    cameWithKey = true;
    sessionStorage.setItem(STORAGE_KEY, apiKey.trim());
  },

  useSession(token: string): void {
    cameWithKey = false;
    sessionStorage.removeItem(STORAGE_KEY);
    csrfToken = token;
    localStorage.setItem(SESSION_HINT, 'yes');
  },

  /** Whether there may be a session cookie, which scripts can't read. */
  get mayHaveSession(): boolean {
    return localStorage.getItem(SESSION_HINT) !== null;
  },

  forget(): void {
    sessionStorage.removeItem(STORAGE_KEY);
    localStorage.removeItem(SESSION_HINT);
    csrfToken = undefined;
  },

  headersFor(method: string): Record<string, string> {
    const key = this.apiKey;
    if (key !== undefined) return { 'X-API-KEY': key };
    return csrfToken === undefined || method === 'GET' ? {} : { 'X-CSRF-Token': csrfToken };
  },
};

/** Removes `#name=…` from the address bar and returns its value. */
export function takeFromFragment(name: string): string | undefined {
  const value = new URLSearchParams(location.hash.slice(1)).get(name);
  if (value === null || value === '') return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  return value.trim();
}
