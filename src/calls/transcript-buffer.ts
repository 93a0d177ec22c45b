import type { AgentEvent } from '../voice/agent-adapter.js';
import type { PriorUtterance } from '../call-admission/index.js';

/** Maximum turns that the next agent is given. */
const MAX_SAID = 200;

export class TranscriptBuffer {
  readonly turns: PriorUtterance[];

  constructor(before: readonly PriorUtterance[] = []) {
    this.turns = [...before];
  }

  note({ final, text, speaker }: Extract<AgentEvent, { kind: 'transcript' }>): void {
    if (!final || text === '') return;
    this.turns.push({ speaker, text });
    if (this.turns.length > MAX_SAID) this.turns.shift();
  }

  lastOfCaller(): string | undefined {
    return this.turns.findLast(({ speaker }) => speaker === 'caller')?.text;
  }
}
