/** A simulated conversation can't be held or judged; says nothing about the agent. */
export class SimulationFault extends Error {
  constructor(
    readonly code: 'SKIPPED_NO_LANGUAGE_MODEL' | 'CALLER_UNREADABLE' | 'JUDGE_UNREADABLE',
    message: string,
  ) {
    super(message);
    this.name = 'SimulationFault';
  }
}
