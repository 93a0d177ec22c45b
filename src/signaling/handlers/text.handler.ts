import { Injectable } from '@nestjs/common';
import { CallFrames } from '../../calls/index.js';
import { refusalFrame } from '../refusal-frame.js';
import type { SignalConnection } from '../signal-connection.js';
import type { ContextFrame, TextFrame } from '../wire/index.js';
import { presentedToken } from './presented-token.js';

/**
 * `text`: the caller writes in place of speaking, which may cost an answer of a language model. `context`: the caller's
 * app tells what the next answer should know, which makes all later ones longer.
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
