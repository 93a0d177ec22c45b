import { Injectable } from '@nestjs/common';
import type { RunningCall } from './running-call.js';

/** `coming`: from another process; `moving`: to another one; `ending`: its outcome is not yet persisted. */
type Passing = 'coming' | 'moving' | 'ending';

/** The calls that run in this process, are about to begin here, or still need their end persisted. */
@Injectable()
export class LiveCalls<Call extends RunningCall = RunningCall> {
  readonly bySession = new Map<string, Call>();
  private readonly passing = new Map<string, Passing>();

  all(): Call[] {
    return [...this.bySession.values()];
  }

  /** The pending state of a call that does not run here; undefined if there is none. */
  passingOf(sessionId: string): Passing | undefined {
    return this.passing.get(sessionId);
  }

  /** @returns False if a takeover is already running here. */
  comes(sessionId: string): boolean {
    if (this.passing.get(sessionId) === 'coming') return false;
    this.passing.set(sessionId, 'coming');
    return true;
  }

  /** The call has begun here, or failed to. */
  came(sessionId: string): void {
    if (this.passing.get(sessionId) === 'coming') this.passing.delete(sessionId);
  }

  leaves({ sessionId, isMoving, finishing }: Call): void {
    const how = isMoving ? 'moving' : 'ending';
    this.bySession.delete(sessionId);
    this.passing.set(sessionId, how);
    void finishing.finally(() => {
      if (this.passing.get(sessionId) === how) this.passing.delete(sessionId);
    });
  }
}
