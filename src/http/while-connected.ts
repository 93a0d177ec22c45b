import type { FastifyRequest } from 'fastify';
import { ApiError } from '../common/errors/api-error.js';

/** nginx's status for logs; the client never receives it. */
const clientGone = () => new ApiError(499, 'CLIENT_CLOSED_REQUEST', 'The client closed the connection.');

/**
 * Runs work for a request. The signal is aborted when the client disconnects. Not Fastify's `request.signal`: that is
 * aborted once the body has been read.
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
