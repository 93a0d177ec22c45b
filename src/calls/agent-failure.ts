import type { ConversationEnd } from '../conversations/index.js';
import { type AgentEvent, AgentFault } from '../voice/agent-adapter.js';
import { type FaultCode, FAULTS } from '../voice/fault-codes.js';
import type { CallParts } from './call-parts.js';
import type { CallEnd } from './call-state.js';
import { tellFault } from './tool-news.js';

/** Hanging up sooner counts as a normal goodbye, not as an unanswered question. */
const WAITED_MS = 3_000;

/** End reasons that excuse a missing answer. */
const NOBODY_WAITS: ReadonlySet<CallEnd['reason']> = new Set([
  'account-suspended',
  'transferred',
  'shutdown',
  'moved',
]);

export interface AgentFailing {
  readonly code: FaultCode;
  readonly detail?: string | undefined;
}

/** Decides whether the agent failed the call: it was lost for good, or still owed an answer at the end. */
export class AgentFailure {
  /** Start of the caller's wait for the agent. */
  private waitsSinceMs: number | undefined;
  private lostBy: AgentFailing | undefined;
  private toldLast: FaultCode | undefined;

  constructor(private readonly parts: CallParts) {}

  /** Starts the caller's wait, unless one is running. */
  expect(): void {
    this.waitsSinceMs ??= this.parts.clock.monotonicMs();
  }

  /** Ends the caller's wait. */
  rest(): void {
    this.waitsSinceMs = undefined;
  }

  note(event: AgentEvent): void {
    if (event.kind === 'hang-up') return this.rest();
    if (event.kind !== 'state') return;
    if (event.state === 'thinking') this.expect();
    else this.rest();
  }

  /** Records a fault that the agent has survived so far. */
  tell(event: Extract<AgentEvent, { kind: 'fault' }>): void {
    this.toldLast = event.code;
    tellFault(this.parts, event);
  }

  /** Records once that the agent cannot continue. */
  stopped({ code, detail }: AgentFailing): void {
    if (code !== this.toldLast) this.tell({ kind: 'fault', source: 'provider', code, detail });
    this.toldLast = undefined;
  }

  /** The agent stopped, and no other agent replaced it. */
  lost(by: AgentFailing): void {
    this.lostBy = by;
  }

  outcomeAt({ reason, crashed }: CallEnd): Pick<ConversationEnd, 'crashed' | 'failure'> {
    const failure = NOBODY_WAITS.has(reason) ? undefined : this.found();
    if (!crashed && !failure) return { crashed };
    // End reasons that are failures in themselves become the code.
    const code = failure?.code ?? reason.toUpperCase().replaceAll('-', '_');
    this.parts.metrics.failed.inc({ code });
    return { crashed: true, failure };
  }

  private found(): ConversationEnd['failure'] {
    if (this.lostBy) return failureOf(this.lostBy);
    const waitedMs = this.parts.clock.monotonicMs() - (this.waitsSinceMs ?? Infinity);
    return waitedMs >= WAITED_MS ? failureOf({ code: 'NO_ANSWER' }) : undefined;
  }
}

/** The cause of a failure to open an agent. */
export const agentFaultOf = (error: unknown): AgentFailing =>
  error instanceof AgentFault ? error : { code: 'UNEXPECTED' };

const failureOf = ({ code, detail }: AgentFailing): ConversationEnd['failure'] => ({
  code,
  message: FAULTS[code],
  detail,
});
