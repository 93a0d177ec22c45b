import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorEnvelope } from '../common/errors/api-error.js';
import { ANSWER_HEADERS, CORRELATION_HEADER, newCorrelationId } from './response-headers.js';

/** How long a client that keeps its side open may take to read the response. */
const READ_WITHIN_MS = 1_000;

interface Refusal {
  readonly status: string;
  readonly code: string;
  readonly message: string;
}

const BROKEN: Refusal = {
  status: '400 Bad Request',
  code: 'BAD_REQUEST',
  message: 'The request is not valid HTTP.',
};

/** By Node's error codes; all others are `BROKEN`. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'REQUEST_TIMEOUT',
    message: 'The request did not come in whole in time.',
  },
  // RFC 6585, 5.
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'REQUEST_HEADER_FIELDS_TOO_LARGE',
    message: 'The headers of the request are too large.',
  },
};

/** RFC 9110, 9.3.6: this server is no proxy. */
const NO_PROXY: Refusal = {
  status: '405 Method Not Allowed',
  code: 'METHOD_NOT_ALLOWED',
  message: 'This server is no proxy.',
};

/** Answers malformed or late requests with the usual envelope, and closes the connection. */
export function answerBrokenRequest(error: { readonly code?: string }, socket: Duplex): void {
  refuse(socket, REFUSALS[error.code ?? ''] ?? BROKEN);
}

/** Answers with the usual envelope what Node itself would answer without a body, or not at all. */
export function answerUnservedRequests(server: Server): void {
  server.on('connect', (_request, socket) =>
    refuse(socket, NO_PROXY, { Allow: 'GET, POST, PUT, PATCH, DELETE' }),
  );
  // RFC 9110, 10.1.1: `100-continue` is the only expectation.
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    const id = newCorrelationId();
    const body = errorEnvelope('EXPECTATION_FAILED', 'The expectation of the request cannot be met.', id);
    const text = JSON.stringify(body);
    const headers = { ...headersFor(id), Connection: 'close', 'Content-Length': Buffer.byteLength(text) };
    response.writeHead(417, headers).end(text);
  });
}

function refuse(socket: Duplex, { status, code, message }: Refusal, more: Record<string, string> = {}): void {
  // Already answered, or unwritable: the timer below is set, or the socket is destroyed anyway.
  if (socket.destroyed || !socket.writable) return;
  const id = newCorrelationId();
  const body = JSON.stringify(errorEnvelope(code, message, id));
  const cut = setTimeout(() => socket.destroy(), READ_WITHIN_MS);
  socket.once('close', () => clearTimeout(cut));
  socket.once('error', () => undefined);
  const headers = {
    ...headersFor(id),
    ...more,
    Connection: 'close',
    'Content-Length': Buffer.byteLength(body),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
}

const headersFor = (correlationId: string) => ({
  'Content-Type': 'application/json; charset=utf-8',
  ...ANSWER_HEADERS,
  [CORRELATION_HEADER]: correlationId,
});
