import { keyStore } from './key-store.js';
import { Problem } from './problem.js';

const REQUEST_TIMEOUT_MS = 10_000;

export interface Account {
  readonly accountId: string;
  /** Of the user whose key it is. */
  readonly email: string;
}

export interface Agent {
  readonly agentId: string;
  readonly agentName: string;
}

export interface Deployment {
  readonly environment: string;
  readonly version: string;
  readonly createdAt: string;
  /** What of it will not work on this instance. */
  readonly warnings: readonly string[];
}

export interface StudioSettings {
  /** Whether mode `echo` may be used. */
  readonly echoAllowed: boolean;
}

const ENVIRONMENTS = ['sandbox', 'pre-release', 'live'] as const;

/** The HTTP interface as the page uses it. Every failure is thrown as a Problem that says what to do. */
export const api = {
  async account(): Promise<Account> {
    const body = await request('GET', '/v1/account');
    return { accountId: text(body, 'accountId'), email: text(body, 'email') };
  },

  async agents(accountId: string): Promise<Agent[]> {
    const body = await request('GET', `/v1/accounts/${encodeURIComponent(accountId)}/agents`);
    const rows = Array.isArray(body) ? (body as unknown[]) : [];
    return rows.map((row) => ({ agentId: text(row, 'agentId'), agentName: text(row, 'agentName') }));
  },

  /** The active deployments, by environment; environments without one are left out. */
  async activeDeployments(agentId: string): Promise<Deployment[]> {
    const body = await request('GET', `${agentPath(agentId)}/deployments/active`);
    const active = field(body, 'activeDeployments');
    return ENVIRONMENTS.map((environment) => field(active, environment))
      .filter((deployment) => typeof deployment === 'object' && deployment !== null)
      .map(toDeployment);
  },

  /** What of the draft will not work on this instance. */
  async draftWarnings(agentId: string): Promise<string[]> {
    return toWarnings(await request('GET', `${agentPath(agentId)}/draft`));
  },

  /** A token for calls to the draft, or to what is active in an environment. */
  async studioToken(agentId: string, target: string): Promise<string> {
    const token = text(await request('POST', `${agentPath(agentId)}/studio-tokens`, { target }), 'token');
    if (token === '') throw new Problem('The server gave no token.', 'Look into the log of the server.');
    return token;
  },

  async publish(agentId: string, environment: string, deploymentMessage: string): Promise<Deployment> {
    const path = `${agentPath(agentId)}/deployments/publish`;
    return toDeployment(field(await request('POST', path, { environment, deploymentMessage }), 'deployment'));
  },

  async settings(): Promise<StudioSettings> {
    return { echoAllowed: field(await request('GET', '/api/v1/studio/settings'), 'echoAllowed') === true };
  },

  /** STUN and TURN servers for a call; none when the server can't tell, since most calls need none. */
  async iceServers(authToken: string): Promise<RTCIceServer[]> {
    try {
      const body = await request('GET', `/api/v1/ice-servers?token=${encodeURIComponent(authToken)}`);
      const servers = field(body, 'iceServers');
      return Array.isArray(servers) ? servers.flatMap(toIceServer) : [];
    } catch {
      return [];
    }
  },
};

const agentPath = (agentId: string) => `/v1/agents/${encodeURIComponent(agentId)}`;

async function request(method: string, path: string, body?: object): Promise<unknown> {
  const headers: Record<string, string> = {};
  const apiKey = keyStore.get();
  if (apiKey !== undefined && path.startsWith('/v1/')) headers['X-API-KEY'] = apiKey;
  if (body) headers['Content-Type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
  } catch (cause) {
    throw new Problem(
      'The server does not answer.',
      'Check that it runs (npm start) and that this device reaches it, then try again.',
      'UNREACHABLE',
      { cause },
    );
  }
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw refusal(response.status, answer);
  return answer;
}

function refusal(status: number, envelope: unknown): Problem {
  const message = text(envelope, 'error_message') || `The server answered ${status}.`;
  const code = text(envelope, 'error_code') || `HTTP_${status}`;
  return new Problem(message, adviceFor(status, text(envelope, 'error_id')), code);
}

function adviceFor(status: number, errorId: string): string {
  if (status === 401) return 'Enter a key that is valid.';
  if (status === 403) return 'Use a key that has the permission, or ask who manages the keys.';
  if (status === 404) return 'Reload the page: what was asked for may have been deleted.';
  if (status === 409) return 'Publish the draft to that environment first, or choose another version.';
  if (status === 429 || status === 503) return 'Wait a few seconds, then try again.';
  if (status >= 500)
    return `Try again. If it happens again, look for ${errorId || 'the error'} in the server's log.`;
  return 'Change what was entered, then try again.';
}

function toDeployment(value: unknown): Deployment {
  return {
    environment: text(value, 'environment'),
    version: text(value, 'version'),
    createdAt: text(value, 'createdAt'),
    warnings: toWarnings(field(value, 'metadata')),
  };
}

const toWarnings = (value: unknown): string[] =>
  list(field(value, 'warnings')).map((warning) => text(warning, 'message'));

function toIceServer(value: unknown): RTCIceServer[] {
  const urls = field(value, 'urls');
  const list = (Array.isArray(urls) ? urls : [urls]).filter((url) => typeof url === 'string');
  if (list.length === 0) return [];
  const username = text(value, 'username');
  return [{ urls: list, ...(username !== '' && { username, credential: text(value, 'credential') }) }];
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function text(value: unknown, name: string): string {
  const found = field(value, name);
  return typeof found === 'string' ? found : '';
}
