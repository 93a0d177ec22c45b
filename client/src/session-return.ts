import type { NamedTimers } from './named-timers.js';

/**
 * A server that has not noticed yet that the old socket is dead refuses the new one. So a return that was refused
 * is tried again, at this interval and for this long; one that was not refused within `ACCEPTED_AFTER_MS` has been
 * accepted. In milliseconds.
 */
const AGAIN_AFTER_MS = 1_000;
const GIVE_UP_AFTER_MS = 30_000;
const ACCEPTED_AFTER_MS = 3_000;

/** Brings a session back to a new socket after the old one broke. */
export class SessionReturn {
  /**
   * @param timers of the call, so that its end stops these as well.
   * @param present sends a frame of the session: whoever presents its id takes the session over.
   * @param lost is called when the server goes on refusing.
   */
  constructor(
    private readonly timers: NamedTimers,
    private readonly present: () => void,
    private readonly lost: () => void,
  ) {}

  /** Whether it is still open if the server takes the session back. */
  get isPending(): boolean {
    return this.timers.has('return');
  }

  begin(): void {
    this.present();
    if (!this.isPending) this.timers.set('return', GIVE_UP_AFTER_MS, this.lost);
    this.timers.set('accepted', ACCEPTED_AFTER_MS, () => this.timers.clear('return'));
  }

  refused(): void {
    this.timers.clear('accepted');
    this.timers.set('return-again', AGAIN_AFTER_MS, () => this.begin());
  }
}
