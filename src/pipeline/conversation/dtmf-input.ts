import { type EarlierCall, unansweredWords } from '../../voice/earlier-words.js';
import type { KeyInput } from '../../voice/keys/index.js';
import type { TurnDriver } from '../../voice/turns/index.js';
import type { Transcript } from '../stages/index.js';
import type { ChatHistory } from './chat-history.js';
import type { PipelineAgentTurn } from './pipeline-agent-turn.js';

export interface DtmfInputOptions {
  /** Absent for channels without DTMF. */
  readonly input: KeyInput | undefined;
  readonly driver: TurnDriver;
  readonly agent: PipelineAgentTurn;
  /** Queues something that the agent has to answer. */
  owe(pressed: Transcript): void;
  /** Answers everything in the queue. */
  readonly answer: () => void;
  readonly history: ChatHistory;
  /** Whether a model reads the history. */
  readonly hasModel: boolean;
}

/** DTMF and written text as caller turns: each needs an answer, as words do. */
export class DtmfInput {
  private waits = false;

  constructor(private readonly options: DtmfInputOptions) {
    options.input?.listen({
      began: (collected) => {
        // Stops only the agent's speech; a running tool continues.
        if (collected) options.agent.hush();
        else options.driver.take({ kind: 'keys-began' });
      },
      entered: (keys) => {
        options.owe({ text: '', keys });
        this.give();
      },
      wrote: (text) => {
        options.owe({ text });
        this.give();
      },
      learned: (text) => options.history.addContext(text),
      ...(options.hasModel && { instructed: (text) => options.history.instruct(text) }),
    });
  }

  /** Answers what the caller said last before this agent took over the call. */
  resume(earlier: EarlierCall | undefined): void {
    const text = earlier && unansweredWords(earlier);
    if (text === undefined) return;
    this.options.owe({ text });
    this.give();
  }

  /** The agent has finished: answers keys that were pressed during an uninterruptible greeting. */
  agentRested(): void {
    if (this.waits) this.give();
  }

  private give(): void {
    const { driver, answer } = this.options;
    driver.take({ kind: 'keys-entered' });
    const { agent } = driver.state;
    this.waits = agent === 'speaking';
    if (agent === 'preparing') answer();
  }
}
