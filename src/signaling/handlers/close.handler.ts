import { Injectable } from '@nestjs/common';
import { CallFrames } from '../../calls/index.js';
import { refusalFrame } from '../error-frame.js';
import { presentedToken, type SignalConnection } from '../signal-connection.js';
import type { CloseFrame } from '../wire/index.js';

/** `close`: the client hangs up. */
@Injectable()
export class CloseHandler {
  constructor(private readonly calls: CallFrames) {}

  async handle(frame: CloseFrame, connection: SignalConnection): Promise<void> {
    const { sessionId } = frame;
    const outcome = await this.calls.hangUp(sessionId, connection, presentedToken(frame, connection));
    if (outcome.kind === 'refused') connection.send(refusalFrame(sessionId, outcome));
  }
}
