import type { SpeechKind } from '../../voice/turns/index.js';
import type { AskedTools, Protocol } from '../connection/index.js';
import type { AgentAnswers } from './agent-answers.js';
import type { FunctionCalls } from './function-calls.js';
import { sayExactly, sayGoodbye } from './instructions.js';
import type { TurnDetection } from './turn-detection.js';

/** The parts of a dialogue that function calls need. */
export interface CallingDialogue {
  readonly over: boolean;
  readonly answers: AgentAnswers;
  readonly calls: FunctionCalls;
  readonly turns: TurnDetection;
  ask(kind: SpeechKind, instructions?: string, tools?: AskedTools): void;
  awaitReply(): void;
}

/** Decides what the agent says during function calls and after them: the model continues, or says goodbye. */
export class AfterFunctions {
  /** A goodbye was requested before the agent ends the call. */
  goodbyeAsked = false;

  constructor(
    private readonly dialogue: CallingDialogue,
    private readonly protocol: Protocol,
  ) {}

  goOn(responseId: string): void {
    const { answers, calls, turns } = this.dialogue;
    if (calls.hangsUp) return this.leave(answers.hasSpoken(responseId) || answers.speaking);
    if (this.protocol.serverLeads) return this.dialogue.awaitReply();
    // While the caller speaks, no request is needed: the next answer includes the results.
    if (!turns.callerHasFloor) this.dialogue.ask('reply');
  }

  /** If the server leads, its model waits for the function and nothing else can speak. */
  fill(text: string): void {
    const { over, answers, turns } = this.dialogue;
    if (this.protocol.serverLeads || over || answers.busy || turns.callerHasFloor) return;
    this.dialogue.ask('reply', sayExactly(text), 'none');
  }

  /** @param said Whether the agent has already said something with the function call. */
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
