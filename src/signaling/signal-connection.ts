import { WebSocket } from 'ws';
import type { CallHolder, CallNotice } from '../calls/index.js';
import type { SignalErrorCode, ServerFrame } from './protocol.js';
import { errorFrame } from './protocol.js';

/** Which error code of the protocol a failure of a running call has. */
const FAILURE_CODES = {
  'media-failure': 'MEDIA_BRIDGE_FAILURE',
  'agent-failure': 'AGENT_FAILURE',
} as const satisfies Record<string, SignalErrorCode>;

/** One signaling socket: the client's end of its calls. */
export class SignalConnection implements CallHolder {
  constructor(
    private readonly socket: WebSocket,
    private readonly maxBufferedBytes: number,
  ) {}

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  send(frame: ServerFrame): void {
    if (!this.isOpen) return;
    // A client that does not read would have us hold its frames for ever.
    if (this.socket.bufferedAmount > this.maxBufferedBytes) return this.socket.terminate();
    this.socket.send(JSON.stringify(frame));
  }

  notify(sessionId: string, notice: CallNotice): void {
    switch (notice.kind) {
      case 'candidate':
        return this.send({ type: 'ice-candidate', sessionId, data: notice.candidate });
      case 'failed':
        return this.send(errorFrame(sessionId, FAILURE_CODES[notice.reason], notice.message));
      case 'closed':
        return this.send({ type: 'close', sessionId });
    }
  }
}
