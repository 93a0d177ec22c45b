import { type EarlierCall, unansweredWords } from '../../voice/earlier-words.js';
import type { KeyInput } from '../../voice/keys/index.js';
import type { TurnDriver } from '../../voice/turns/index.js';
import type { Transcript } from '../stages/index.js';
import type { AgentSide } from './agent-side.js';

export interface KeysSideOptions {
  /** Absent where no keys come. */
  readonly input: KeyInput | undefined;
  readonly driver: TurnDriver;
  readonly agent: AgentSide;
  /** Something that the caller is to be answered. */
  owe(pressed: Transcript): void;
  /** Answers all that is owed. */
  readonly answer: () => void;
  /** Something that the next answer should know. */
  learned(text: string): void;
}

/** What the caller presses and writes, as turns of a conversation: each asks for an answer, as words do. */
export class KeysSide {
  private waits = false;

  constructor(private readonly options: KeysSideOptions) {
    options.input?.listen({
      began: (collected) => {
        // An agent that is busy with a tool goes on; only what it says now is in the caller's way.
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
      learned: (text) => options.learned(text),
    });
  }

  /** What the caller said last, before this agent had the call, is answered now. */
  goOn(earlier: EarlierCall | undefined): void {
    const text = earlier && unansweredWords(earlier);
    if (text === undefined) return;
    this.options.owe({ text });
    this.give();
  }

  /** The agent has finished: what was pressed over a greeting that may not be interrupted is answered now. */
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
