import type { NamedTimers } from './named-timers.js';
import type { Negotiation, OfferKind } from './negotiation.js';
import type { SessionFrames } from './session-frames.js';

/**
 * A server that has not yet noticed the old socket's death refuses the new one, as does a server that does not yet know
 * of the other server's death. So a refused return is retried at this interval for this long; one not refused within
 * `ACCEPTED_AFTER_MS` counts as accepted. In milliseconds.
 */
const AGAIN_AFTER_MS = 400;
const GIVE_UP_AFTER_MS = 30_000;
const ACCEPTED_AFTER_MS = 5_000;

/** Temporary refusals: the server's media or database is away, and it may take over the call later. */
const NOT_NOW: ReadonlySet<string> = new Set(['MEDIA_BRIDGE_FAILURE', 'HANDLER_ERROR']);

export interface ReturnSteps {
  offer(kind: OfferKind): void;
  /** The server keeps refusing. */
  lost(): void;
}

/** Returns a session to a new socket after the old one broke, on the same server or another one. */
export class SessionReturn {
  private hasAskedElsewhere = false;

  /** @param timers of the call, so that its end stops these as well. */
  constructor(
    private readonly timers: NamedTimers,
    private readonly negotiation: Negotiation,
    private readonly frames: SessionFrames,
    private readonly steps: ReturnSteps,
  ) {}

  /** Whether it is still unknown if a server takes the session back. */
  get isPending(): boolean {
    return this.timers.has('return');
  }

  /** @param isElsewhere A server that could take over the session has been found. */
  begin(isElsewhere = false): void {
    this.frames.hold();
    if (!this.isPending) this.timers.set('return', GIVE_UP_AFTER_MS, () => this.steps.lost());
    this.timers.clear('return-again');
    // An offer's answer decides its result.
    this.timers.set('accepted', ACCEPTED_AFTER_MS, () => this.negotiation.openOffer ?? this.accepted());
    this.hasAskedElsewhere = false;
    const { isConnected, openOffer } = this.negotiation;
    // Socket and audio are both gone: perhaps so is the server, and another one has the call.
    if (!isConnected || isElsewhere) return this.askElsewhere();
    this.frames.present();
    // An offer lost with the old socket is repeated.
    if (openOffer) this.steps.offer(openOffer);
  }

  /**
   * Some frame was refused; the error does not say which.
   * @param code Reason: after a temporary refusal of a takeover, no other way is tried.
   */
  refused(code: string): void {
    const refused = this.negotiation.refused();
    if (this.timers.has('return-again')) return;
    // This server does not know the call, but might take it over from a dead one.
    if (refused === undefined && !this.hasAskedElsewhere) return this.askElsewhere();
    // The server that owns the call refuses a takeover, but grants its own client an ICE restart. Not after a temporary
    // refusal of a takeover: that server could not restart a connection to the previous one.
    const mayTakeIt = refused === 'carry-on' && NOT_NOW.has(code);
    const mayHaveIt = refused === 'carry-on' && !mayTakeIt;
    if (mayHaveIt && !this.negotiation.isConnected) return this.steps.offer('restart');
    this.timers.clear('accepted');
    this.timers.set('return-again', AGAIN_AFTER_MS, () => this.begin(mayTakeIt));
  }

  /** The server has the session: it sent a frame of it, or refused nothing. */
  accepted(): void {
    this.timers.clear('accepted');
    this.timers.clear('return');
    this.timers.clear('return-again');
    this.frames.flush();
  }

  private askElsewhere(): void {
    this.hasAskedElsewhere = true;
    this.steps.offer('carry-on');
  }
}
