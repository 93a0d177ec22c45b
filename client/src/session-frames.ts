import type { ClientFrame, ContextFrame, IceCandidateFrame, TextFrame } from './wire.js';

type SessionFrame =
  Omit<IceCandidateFrame, 'sessionId'> | Omit<TextFrame, 'sessionId'> | Omit<ContextFrame, 'sessionId'>;

/**
 * Sends the frames of a call's session. Frames before the session id are queued; so are frames after a reconnection
 * until the new server is known to have the session, because another one would refuse them.
 */
export class SessionFrames {
  /** Empty until the server has assigned one. */
  sessionId = '';
  private readonly waiting: SessionFrame[] = [];
  private isHeld = false;

  /** @param socket Where frames are sent. */
  constructor(private readonly socket: () => { readonly isOpen: boolean; send(frame: ClientFrame): void }) {}

  send(frame: SessionFrame): void {
    const socket = this.socket();
    if (this.sessionId === '' || this.isHeld || !socket.isOpen) this.waiting.push(frame);
    else socket.send({ ...frame, sessionId: this.sessionId });
  }

  /** Queues all frames until `flush`. */
  hold(): void {
    this.isHeld = true;
  }

  /** Sends a frame without effect: a socket that presents a session id takes the session over. */
  present(): void {
    const data = { candidate: '', sdpMid: null, sdpMLineIndex: null };
    this.socket().send({ type: 'ice-candidate', sessionId: this.sessionId, data });
  }

  /** Sends the queued frames. */
  flush(): void {
    this.isHeld = false;
    for (const frame of this.waiting.splice(0)) this.send(frame);
  }
}
