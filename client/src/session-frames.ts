import type { ClientFrame, ContextFrame, IceCandidateFrame, TextFrame } from './wire.js';

type SessionFrame =
  Omit<IceCandidateFrame, 'sessionId'> | Omit<TextFrame, 'sessionId'> | Omit<ContextFrame, 'sessionId'>;

/** Sends what belongs to the session of a call; what comes before it has an id waits for that. */
export class SessionFrames {
  /** Empty until the server has given one. */
  sessionId = '';
  private readonly waiting: SessionFrame[] = [];

  constructor(private readonly pass: (frame: ClientFrame) => void) {}

  send(frame: SessionFrame): void {
    if (this.sessionId === '') this.waiting.push(frame);
    else this.pass({ ...frame, sessionId: this.sessionId });
  }

  /** Sends what has waited. */
  flush(): void {
    for (const frame of this.waiting.splice(0)) this.send(frame);
  }
}
