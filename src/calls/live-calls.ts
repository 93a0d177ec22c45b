import { Injectable } from '@nestjs/common';
import type { Call } from './call.js';

/** `coming`: from another process; `moving`: to another one; `ending`: what became of it is not on record yet. */
type Passing = 'coming' | 'moving' | 'ending';

/** The calls that run in this process, and those that are about to or still leave something to be written. */
@Injectable()
export class LiveCalls {
  readonly bySession = new Map<string, Call>();
  private readonly passing = new Map<string, Passing>();

  all(): Call[] {
    return [...this.bySession.values()];
  }

  /** What is not settled yet about a call that does not run here; undefined where nothing is. */
  passingOf(sessionId: string): Passing | undefined {
    return this.passing.get(sessionId);
  }

  /** @returns false where somebody here takes it over already. */
  comes(sessionId: string): boolean {
    if (this.passing.get(sessionId) === 'coming') return false;
    this.passing.set(sessionId, 'coming');
    return true;
  }

  /** The call has begun here, or could not. */
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
