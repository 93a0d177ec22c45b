import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';

/** As nginx logs it. Nobody receives it. */
const clientGone = () => new ApiError(499, 'CLIENT_CLOSED_REQUEST', 'The client closed the connection.');

/**
 * Works for a request. The signal is aborted when the client closes the connection. Not Fastify's `request.signal`:
 * that is aborted once a body has been read.
 */
export async function whileConnected<T>(
  { raw: { socket } }: FastifyRequest,
  work: (gone: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController();
  const leave = () => gone.abort(clientGone());
  if (socket.destroyed) leave();
  socket.once('close', leave);
  try {
    return await work(gone.signal);
  } finally {
    socket.off('close', leave);
  }
}
