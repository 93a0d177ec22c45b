import type { SpeechKind } from '../../voice/turns/index.js';
import type { AskedTools, Protocol } from '../connection/index.js';
import type { AgentAnswers } from './agent-answers.js';
import type { FunctionCalls } from './function-calls.js';
import { sayExactly, sayGoodbye } from './instructions.js';
import type { TurnDetection } from './turn-detection.js';

/** What functions are called in. */
export interface CallingDialogue {
  readonly over: boolean;
  readonly answers: AgentAnswers;
  readonly calls: FunctionCalls;
  readonly turns: TurnDetection;
  ask(kind: SpeechKind, instructions?: string, tools?: AskedTools): void;
  awaitReply(): void;
}

/** What is said while functions run, and once they have answered: the model goes on, or takes leave. */
export class AfterFunctions {
  /** Before the call ends, where the agent wants it to. */
  goodbyeAsked = false;

  constructor(
    private readonly dialogue: CallingDialogue,
    private readonly protocol: Protocol,
  ) {}

  goOn(responseId: string): void {
    const { answers, calls, turns } = this.dialogue;
    if (calls.hangsUp) return this.leave(answers.hasSpoken(responseId) || answers.speaking);
    if (this.protocol.serverLeads) return this.dialogue.awaitReply();
    // While the caller speaks, the server will answer by itself, and knows the outcome by then.
    if (!turns.callerHasFloor) this.dialogue.ask('reply');
  }

  /** Where a server leads, its model waits for the function, and nobody else can speak. */
  fill(text: string): void {
    const { over, answers, turns } = this.dialogue;
    if (this.protocol.serverLeads || over || answers.busy || turns.callerHasFloor) return;
    this.dialogue.ask('reply', sayExactly(text), 'none');
  }

  /** @param said Whether the agent has said something to go with it. */
  private leave(said: boolean): void {
    const { answers, calls } = this.dialogue;
    const { serverLeads, instructions } = this.protocol;
    if (said || this.goodbyeAsked) {
      if (serverLeads) answers.abandon();
      return answers.busy ? undefined : calls.hangUp();
    }
    this.goodbyeAsked = true;
    if (serverLeads) return this.dialogue.awaitReply();
    this.dialogue.ask('reply', sayGoodbye(instructions, calls.handsOver).trim(), 'none');
  }
}
