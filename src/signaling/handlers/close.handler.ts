import { Injectable } from '@nestjs/common';
import { CallsService } from '../../calls/index.js';
import { refusalFrame } from '../refusal-frame.js';
import type { SignalConnection } from '../signal-connection.js';
import type { CloseFrame } from '../wire/index.js';

/** `close`: the client hangs up. */
@Injectable()
export class CloseHandler {
  constructor(private readonly calls: CallsService) {}

  async handle({ sessionId }: CloseFrame, connection: SignalConnection): Promise<void> {
    const outcome = await this.calls.hangUp(sessionId, connection);
    if (outcome.kind === 'refused') connection.send(refusalFrame(sessionId, outcome));
  }
}
