import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { elapsed } from '../progress.mjs';

const RETRY_MS = 1_000;
const REMIND_EVERY_MS = 60_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** Errors of an unavailable server: refused, unknown or silent hosts, and broken connections. */
const AWAY = new Set([
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
    'ETIMEDOUT',
    'EPIPE',
  ],
  // SQLSTATE: starting up or shutting down, and too many clients.
  ...['57P01', '57P02', '57P03', '53300'],
]);

/** @typedef {Error & { code?: string, errors?: { code?: string }[] }} ConnectError */

/**
 * Whether a connection error means that the server is temporarily away, rather than that DATABASE_URL is wrong.
 * @param {ConnectError} error
 */
export function isAway(error) {
  const codes = [error.code, ...(error.errors ?? []).map(({ code }) => code)];
  return (
    codes.some((code) => code !== undefined && AWAY.has(code)) ||
    /timeout|terminated unexpectedly/i.test(error.message)
  );
}

/**
 * Waits until the given PostgreSQL accepts connections, reports the wait, and meanwhile answers the service's clients
 * with 503. Errors that waiting cannot fix are left to the next connection.
 * @param {string} databaseUrl
 * @param {WaitOptions} options
 * @typedef {{ close: () => Promise<void> }} WaitingRoom
 * @typedef {{ say: (message: string) => void, isStopping: () => boolean, openWaitingRoom?: () => Promise<WaitingRoom>,
 * retryMs?: number }} WaitOptions
 */
export async function waitForPostgres(databaseUrl, { say, isStopping, openWaitingRoom, retryMs = RETRY_MS }) {
  const startedAtMs = Date.now();
  /** @type {WaitingRoom | undefined} */
  let room;
  let saidAtMs;
  try {
    while (!isStopping()) {
      const problem = await problemOf(databaseUrl);
      if (problem === undefined) {
        if (saidAtMs !== undefined) say(`PostgreSQL is there after ${elapsed(Date.now() - startedAtMs)}.`);
        return;
      }
      if (saidAtMs === undefined || Date.now() - saidAtMs >= REMIND_EVERY_MS) {
        saidAtMs = Date.now();
        say(`Waiting for PostgreSQL: ${problem}. If it is not about to start, check DATABASE_URL.`);
      }
      room ??= await openWaitingRoom?.();
      await delay(retryMs);
    }
  } finally {
    await room?.close();
  }
}

/**
 * @param {string} databaseUrl
 * @returns {Promise<string | undefined>} why the server takes no connections for now
 */
async function problemOf(databaseUrl) {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return undefined;
  } catch (thrown) {
    const error = /** @type {ConnectError} */ (thrown);
    if (!isAway(error)) return undefined;
    return `${client.host}:${client.port} does not answer (${error.code ?? error.message})`;
  } finally {
    await client.end().catch(() => {});
  }
}
