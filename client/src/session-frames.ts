import type { ClientFrame, ContextFrame, IceCandidateFrame, TextFrame } from './wire.js';

type SessionFrame =
  Omit<IceCandidateFrame, 'sessionId'> | Omit<TextFrame, 'sessionId'> | Omit<ContextFrame, 'sessionId'>;

/**
 * Sends what belongs to the session of a call. What comes before it has an id waits for that, and what comes while the
 * session returns to a new socket until the server there is known to have it: another one would refuse it.
 */
export class SessionFrames {
  /** Empty until the server has given one. */
  sessionId = '';
  private readonly waiting: SessionFrame[] = [];
  private isHeld = false;

  /** @param socket Where they go. */
  constructor(private readonly socket: () => { readonly isOpen: boolean; send(frame: ClientFrame): void }) {}

  send(frame: SessionFrame): void {
    const socket = this.socket();
    if (this.sessionId === '' || this.isHeld || !socket.isOpen) this.waiting.push(frame);
    else socket.send({ ...frame, sessionId: this.sessionId });
  }

  /** From now on all waits for `flush`. */
  hold(): void {
    this.isHeld = true;
  }

  /** Sends a frame that changes nothing: whoever presents the id of a session takes it over. */
  present(): void {
    const data = { candidate: '', sdpMid: null, sdpMLineIndex: null };
    this.socket().send({ type: 'ice-candidate', sessionId: this.sessionId, data });
  }

  /** Sends what has waited. */
  flush(): void {
    this.isHeld = false;
    for (const frame of this.waiting.splice(0)) this.send(frame);
  }
}
