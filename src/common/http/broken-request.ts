import type { Socket } from 'node:net';
import { errorEnvelope } from '../errors/api-error.js';
import { ANSWER_HEADERS } from './answer-headers.js';
import { CORRELATION_HEADER, newCorrelationId } from './correlation.js';

/** A client that keeps its side open gets so long to read the answer; then the descriptor is ours again. */
const READ_WITHIN_MS = 1_000;

/**
 * Answers what is no HTTP, or did not come in time, in the envelope of every error, and ends the connection for
 * good.
 */
export function answerBrokenRequest(error: { readonly code?: string }, socket: Socket): void {
  // It has had its answer, or can't get one: what made it unwritable has set the timer below, or destroys it.
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
