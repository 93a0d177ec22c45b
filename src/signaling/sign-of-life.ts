import { WebSocket } from 'ws';

/** Whatever of these comes, the other side is there. */
const SIGNS = ['pong', 'ping', 'message'] as const;

/** Pings the other side. False when nothing comes from it within the time, or the socket closes. */
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
    // Timers run before what came in is read: after a stall of this process the answer may lie there unread, and a
    // live call would be lost.
    const timer = setTimeout(() => setImmediate(gone), timeoutMs);
    for (const sign of SIGNS) socket.on(sign, heard);
    socket.on('close', gone);
    socket.ping();
  });
}
