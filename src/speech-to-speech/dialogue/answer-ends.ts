import { providerFault } from '../../providers/index.js';
import type { FaultCode } from '../../voice/fault-codes.js';
import type { Protocol, ReconnectingLink, ResponseDone } from '../connection/index.js';
import type { AnswerWatch } from './answer-watch.js';
import type { Dialogue } from './dialogue.js';
import type { ResponseSlot } from './response-slot.js';

/** Consecutive failed or empty answers before the agent fails. */
const MAX_FAILED = 2;

export interface AnswerEndsOptions {
  readonly protocol: Protocol;
  readonly link: ReconnectingLink;
  readonly answered: AnswerWatch;
  readonly dialogue: Dialogue;
  /** Present if Earshot decides when the agent answers. */
  readonly responses: ResponseSlot | undefined;
}

/** Handles the end of an answer: an answer without audio is an error. */
export class AnswerEnds {
  /** Consecutive failures. */
  private failed = 0;

  constructor(private readonly options: AnswerEndsOptions) {}

  take({ responseId, status, detail }: ResponseDone): void {
    const { answered, dialogue, link, responses } = this.options;
    const { answers, calls } = dialogue;
    if (responseId === undefined) return this.finishSilently(detail);
    const { silenced, unheard } = answers.begin(responseId);
    // Before the next answer is requested.
    if (silenced) for (const itemId of unheard) link.session?.forget(itemId);
    responses?.done();
    if (silenced) {
      answered.ended('cancelled');
      return calls.forget(responseId);
    }
    const isEmpty = !answers.hasSpoken(responseId) && !calls.has(responseId);
    if (status === 'failed' || (isEmpty && status !== 'cancelled')) {
      if (isEmpty) answers.drop(responseId);
      else answers.complete(responseId);
      calls.forget(responseId);
      return this.missAnswer(status === 'failed' ? providerFault.error : providerFault.empty, detail);
    }
    // An answer that the server cancelled itself stays due for a while.
    if (isEmpty) return answers.drop(responseId);
    this.failed = 0;
    dialogue.replies.settle();
    answers.complete(responseId);
    answered.ended('ok');
    link.turnAnswered();
    calls.complete(responseId);
  }

  /** The server had nothing to say. */
  private finishSilently(detail: string | undefined): void {
    const { dialogue, protocol } = this.options;
    if (!protocol.maySayNothing && !dialogue.calls.running)
      return this.missAnswer(providerFault.empty, detail);
    dialogue.replies.settle();
    dialogue.becomeQuiet();
  }

  /** The caller waits, but the answer was inaudible: requests it once more. */
  private missAnswer(code: FaultCode, detail: string | undefined): void {
    const { dialogue } = this.options;
    if (!dialogue.replies.waiting) return dialogue.becomeQuiet();
    this.tellFault(code, detail);
    this.failed++;
    if (this.failed >= MAX_FAILED) dialogue.giveUp(code, detail);
    else dialogue.askAgain();
  }

  /** Reports a provider fault; the call continues. */
  tellFault(code: FaultCode, detail: string | undefined): void {
    this.options.answered.ended(code);
    this.options.dialogue.tellFault(code, detail);
  }
}
