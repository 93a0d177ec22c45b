import type { AgentEvent } from '../voice/agent-adapter.js';
import type { SaidBefore } from './briefings.js';

/** Maximum turns that a successor agent is given. */
const MAX_SAID = 200;

export class SaidSoFar {
  readonly turns: SaidBefore[];

  constructor(before: readonly SaidBefore[] = []) {
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
