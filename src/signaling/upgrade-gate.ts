import type { IncomingMessage } from 'node:http';
import { ApiError } from '../common/errors/index.js';
import { SIGNALING_PATH } from './wire/protocol-enums.js';

export interface UpgradeLimits {
  readonly allowedOrigins: readonly string[];
  readonly maxSockets: number;
  readonly maxUnauthenticatedSocketsPerAddress: number;
}

/** Sockets open when a request arrives. */
export interface OpenSockets {
  readonly total: number;
  /** Those of the request's address that have had no call so far. */
  readonly unauthenticatedOfAddress: number;
}

type UpgradeRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

const WEBSOCKET_VERSION = '13';
/** RFC 9110, 7.2: a name or an address with an optional port. */
const HOST = /^(?:[A-Za-z0-9._~%!$&'()*+,;=-]+|\[[0-9A-Fa-f:.]+\])(?::\d{0,5})?$/;
/** RFC 6455, 4.1: 16 bytes in base64. */
const KEY = /^[A-Za-z0-9+/]{22}==$/;
const RETRY_AFTER_SECONDS = '5';

/**
 * Whether the request asks for a signaling socket. Other upgrades are ignored and served as plain requests (RFC 9110,
 * 7.8).
 */
export function asksForSocket({ method, url, headers }: UpgradeRequest): boolean {
  const protocols = (headers.upgrade ?? '').split(',').map((name) => name.trim().toLowerCase());
  return (
    method === 'GET' && protocols.includes('websocket') && (url ?? '').split('?', 1)[0] === SIGNALING_PATH
  );
}

/** Why a request on the signaling path gets no socket; undefined if it is allowed. */
export function refusalOfSocket(
  request: UpgradeRequest,
  limits: UpgradeLimits,
  open: OpenSockets,
): ApiError | undefined {
  const { headers } = request;
  if (!asksForSocket(request)) return upgradeRequired('This path is a WebSocket. Open it with an upgrade.');
  if (!HOST.test(headers.host ?? '')) return badRequest('The Host header is no host and port.');
  if (headers['sec-websocket-version'] !== WEBSOCKET_VERSION) {
    return upgradeRequired('Only version 13 of the WebSocket protocol is spoken here.');
  }
  if (!KEY.test(headers['sec-websocket-key'] ?? '')) {
    return badRequest('The Sec-WebSocket-Key header is missing or is not 16 bytes in base64.');
  }
  if (!isAllowed(headers.origin, limits.allowedOrigins)) {
    return new ApiError(403, 'FORBIDDEN', 'Pages of this origin may not open signaling sockets here.');
  }
  if (open.total >= limits.maxSockets) return tooMany(503, 'This server', limits.maxSockets);
  const perAddress = limits.maxUnauthenticatedSocketsPerAddress;
  if (open.unauthenticatedOfAddress >= perAddress) return tooMany(429, 'This address', perAddress);
  return undefined;
}

const isAllowed = (origin: string | undefined, allowed: readonly string[]) =>
  origin === undefined || allowed.includes('*') || allowed.includes(origin);

const badRequest = (message: string) => new ApiError(400, 'BAD_REQUEST', message);

const upgradeRequired = (message: string) =>
  new ApiError(426, 'UPGRADE_REQUIRED', message, {
    headers: { Upgrade: 'websocket', Connection: 'Upgrade', 'Sec-WebSocket-Version': WEBSOCKET_VERSION },
  });

function tooMany(status: 429 | 503, whose: string, limit: number): ApiError {
  const what = status === 429 ? 'sockets without a call' : 'signaling sockets';
  return new ApiError(
    status,
    status === 429 ? 'TOO_MANY_SOCKETS' : 'SERVICE_UNAVAILABLE',
    `${whose} has ${limit} ${what}, which is the limit. Try again in a moment.`,
    { retryable: true, headers: { 'Retry-After': RETRY_AFTER_SECONDS } },
  );
}
