import { providerFault } from '../../providers/index.js';
import type { FaultCode } from '../../voice/fault-codes.js';
import type { Protocol, ReconnectingLink, ResponseDone } from '../connection/index.js';
import type { AnswerWatch } from './answer-watch.js';
import type { Dialogue } from './dialogue.js';
import type { ResponseSlot } from './response-slot.js';
import type { UnheardItems } from './unheard-items.js';

/** Answers that may fail or be empty one after the other before the agent gives up. */
const MAX_FAILED = 2;

export interface AnswerEndsOptions {
  readonly protocol: Protocol;
  readonly link: ReconnectingLink;
  readonly answered: AnswerWatch;
  readonly dialogue: Dialogue;
  /** Present where Earshot decides when the agent answers. */
  readonly responses: ResponseSlot | undefined;
  readonly unheard: UnheardItems;
}

/** What follows when a server is done with an answer: nothing to hear in it is an error, and not an answer. */
export class AnswerEnds {
  /** One after the other. */
  private failed = 0;

  constructor(private readonly options: AnswerEndsOptions) {}

  /** The server is done with an answer. */
  take({ responseId, status, detail }: ResponseDone): void {
    const { answered, dialogue, link, responses, unheard } = this.options;
    const { answers, calls } = dialogue;
    if (responseId === undefined) return this.finishSilently(detail);
    const unheardIds = unheard.take(responseId);
    responses?.done();
    if (answers.begin(responseId).silenced) {
      answered.ended('cancelled');
      for (const itemId of unheardIds) link.session?.forget(itemId);
      return calls.forget(responseId);
    }
    const isEmpty = !answers.hasSpoken(responseId) && !calls.has(responseId);
    if (status === 'failed' || (isEmpty && status !== 'cancelled')) {
      if (isEmpty) answers.drop(responseId);
      else answers.complete(responseId);
      calls.forget(responseId);
      return this.missAnswer(status === 'failed' ? providerFault.error : providerFault.empty, detail);
    }
    // Who waits for one that the server has cancelled by itself waits on, for a while.
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

  /** The caller waits for an answer of which nothing was to be heard: it is asked for once more. */
  private missAnswer(code: FaultCode, detail: string | undefined): void {
    const { dialogue } = this.options;
    if (!dialogue.replies.waiting) return dialogue.becomeQuiet();
    this.tellFault(code, detail);
    this.failed++;
    if (this.failed >= MAX_FAILED) dialogue.giveUp(code, detail);
    else dialogue.askAgain();
  }

  /** The provider failed, and the call goes on. */
  tellFault(code: FaultCode, detail: string | undefined): void {
    this.options.answered.ended(code);
    this.options.dialogue.tellFault(code, detail);
  }
}
