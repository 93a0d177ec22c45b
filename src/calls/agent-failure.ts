import type { ConversationEnd } from '../conversations/index.js';
import { type AgentEvent, AgentFault } from '../voice/agent-adapter.js';
import { type FaultCode, FAULTS } from '../voice/fault-codes.js';
import type { CallParts } from './call-parts.js';
import type { CallEnd } from './call-state.js';
import { tellFault } from './tool-news.js';

/** A caller who hangs up sooner was not left without an answer: goodbyes need none. */
const WAITED_MS = 3_000;

/** End reasons with which a missing answer is no failure. */
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

/** Whether the agent of a call did its part: it was not lost for good, and owes no answer when the call ends. */
export class AgentFailure {
  /** Since when the caller waits for the agent. */
  private waitsSinceMs: number | undefined;
  private lostBy: AgentFailing | undefined;
  private toldLast: FaultCode | undefined;

  constructor(private readonly parts: CallParts) {}

  /** The caller waits for the agent from now on, if it doesn't already. */
  expect(): void {
    this.waitsSinceMs ??= this.parts.clock.monotonicMs();
  }

  /** The caller does not wait for an answer. */
  rest(): void {
    this.waitsSinceMs = undefined;
  }

  note(event: AgentEvent): void {
    if (event.kind === 'hang-up') return this.rest();
    if (event.kind !== 'state') return;
    if (event.state === 'thinking') this.expect();
    else this.rest();
  }

  /** Something failed, and the agent goes on, so far. */
  tell(event: Extract<AgentEvent, { kind: 'fault' }>): void {
    this.toldLast = event.code;
    tellFault(this.parts, event);
  }

  /** The agent can't go on: that is on record, once. */
  stopped({ code, detail }: AgentFailing): void {
    if (code !== this.toldLast) this.tell({ kind: 'fault', source: 'provider', code, detail });
    this.toldLast = undefined;
  }

  /** Nobody goes on in its place. */
  lost(by: AgentFailing): void {
    this.lostBy = by;
  }

  /** How the call turned out, now that it ends. */
  outcomeAt({ reason, crashed }: CallEnd): Pick<ConversationEnd, 'crashed' | 'failure'> {
    const failure = NOBODY_WAITS.has(reason) ? undefined : this.found();
    if (!crashed && !failure) return { crashed };
    // Ends that are failures by themselves have no other code.
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

/** Why an agent could not be opened. */
export const faultIn = (error: unknown): AgentFailing =>
  error instanceof AgentFault ? error : { code: 'UNEXPECTED' };

const failureOf = ({ code, detail }: AgentFailing): ConversationEnd['failure'] => ({
  code,
  message: FAULTS[code],
  detail,
});
