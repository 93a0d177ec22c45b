import { Injectable } from '@nestjs/common';
import { CallFrames } from '../../calls/index.js';
import { AppConfig } from '../../common/config/index.js';
import { errorFrame } from '../error-frame.js';
import { FrameBudget } from '../frame-budget.js';
import { refusalFrame } from '../refusal-frame.js';
import type { SignalConnection } from '../signal-connection.js';
import type { ContextFrame, TextFrame } from '../wire/index.js';
import { presentedToken } from './presented-token.js';

const SECONDS_PER_MINUTE = 60;

/**
 * `text`: the caller writes in place of speaking, which may cost an answer of a language model. `context`: the caller's
 * app tells what the next answer should know, which makes all later ones longer.
 */
@Injectable()
export class TextHandler {
  private readonly budgets = new WeakMap<SignalConnection, FrameBudget>();

  constructor(
    private readonly calls: CallFrames,
    private readonly config: AppConfig,
  ) {}

  async handle(frame: TextFrame | ContextFrame, connection: SignalConnection): Promise<void> {
    const { type, sessionId, data } = frame;
    const most = this.config.signaling.maxTextsPerMinute;
    if (!this.budgetOf(connection, most).spend(performance.now())) {
      const message = `A client may send ${most} texts a minute. Wait a moment before the next one.`;
      return connection.send(errorFrame(sessionId, 'INVALID_ARGUMENT', message));
    }
    const presented = presentedToken(frame, connection);
    const outcome = await this.calls.write(sessionId, data.text.trim(), type, connection, presented);
    if (outcome.kind === 'refused') connection.send(refusalFrame(sessionId, outcome));
  }

  private budgetOf(connection: SignalConnection, most: number): FrameBudget {
    const known = this.budgets.get(connection);
    if (known) return known;
    const budget = new FrameBudget(most / SECONDS_PER_MINUTE, most, performance.now());
    this.budgets.set(connection, budget);
    return budget;
  }
}
