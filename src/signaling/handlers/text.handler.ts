import { Injectable } from '@nestjs/common';
import { CallFrames } from '../../calls/index.js';
import { refusalFrame } from '../error-frame.js';
import { presentedToken, type SignalConnection } from '../signal-connection.js';
import type { ContextFrame, TextFrame } from '../wire/index.js';

/**
 * `text`: the caller types instead of speaking; may cost a reply of the language model. `context`: information from the
 * caller's app for the next reply, which also lengthens all later prompts.
 */
@Injectable()
export class TextHandler {
  constructor(private readonly calls: CallFrames) {}

  async handle(
    { type, sessionId, data, ...frame }: TextFrame | ContextFrame,
    connection: SignalConnection,
  ): Promise<void> {
    const presented = presentedToken(frame, connection);
    const outcome = await this.calls.write(sessionId, data.text.trim(), type, connection, presented);
    if (outcome.kind === 'refused') connection.send(refusalFrame(sessionId, outcome));
  }
}
