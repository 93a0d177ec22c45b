import { WebSocket } from 'ws';

/** Any of these events proves that the peer is alive. */
const SIGNS = ['pong', 'ping', 'message'] as const;

/** Pings the peer. False if nothing arrives in time or the socket closes. */
export function signOfLife(socket: WebSocket, timeoutMs: number): Promise<boolean> {
  if (socket.readyState !== WebSocket.OPEN) return Promise.resolve(false);
  return new Promise((resolve) => {
    const settle = (isAlive: boolean) => {
      clearTimeout(timer);
      for (const sign of SIGNS) socket.off(sign, heard);
      socket.off('close', gone);
      resolve(isAlive);
    };
    const heard = () => settle(true);
    const gone = () => settle(false);
    // Timers run before pending input is read. After a stall the pong may be there unread, and a live call would be
    // lost.
    const timer = setTimeout(() => setImmediate(gone), timeoutMs);
    for (const sign of SIGNS) socket.on(sign, heard);
    socket.on('close', gone);
    socket.ping();
  });
}
