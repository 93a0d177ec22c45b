import type { Socket } from 'node:net';
import { errorEnvelope } from '../errors/api-error.js';
import { ANSWER_HEADERS } from './answer-headers.js';
import { CORRELATION_HEADER, newCorrelationId } from './correlation.js';

/** How long a client that keeps its side open may take to read the response. */
const READ_WITHIN_MS = 1_000;

/** Answers malformed or late requests with the usual envelope, and closes the connection. */
export function answerBrokenRequest(error: { readonly code?: string }, socket: Socket): void {
  // Already answered, or unwritable: the timer below is set, or the socket is destroyed anyway.
  if (socket.destroyed || !socket.writable) return;
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const id = newCorrelationId();
  const body = JSON.stringify(
    isLate
      ? errorEnvelope('REQUEST_TIMEOUT', 'The request did not come in whole in time.', id)
      : errorEnvelope('BAD_REQUEST', 'The request is not valid HTTP.', id),
  );
  const cut = setTimeout(() => socket.destroy(), READ_WITHIN_MS);
  socket.once('close', () => clearTimeout(cut));
  socket.end(
    `HTTP/1.1 ${isLate ? '408 Request Timeout' : '400 Bad Request'}\r\n` +
      'Content-Type: application/json; charset=utf-8\r\nConnection: close\r\n' +
      Object.entries(ANSWER_HEADERS)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('') +
      `${CORRELATION_HEADER}: ${id}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
