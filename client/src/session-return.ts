import type { NamedTimers } from './named-timers.js';
import type { Negotiation, OfferKind } from './negotiation.js';
import type { SessionFrames } from './session-frames.js';

/**
 * A server that has not noticed yet that the old socket is dead refuses the new one, as does one that does not know
 * yet that the call's server is. So a return that was refused is tried again, at this interval and for this long;
 * one that was not refused within `ACCEPTED_AFTER_MS` has been accepted. In milliseconds.
 */
const AGAIN_AFTER_MS = 400;
const GIVE_UP_AFTER_MS = 30_000;
const ACCEPTED_AFTER_MS = 5_000;

/** With these a server refuses what it might take over a moment later: its media or its database is away. */
const NOT_NOW: ReadonlySet<string> = new Set(['MEDIA_BRIDGE_FAILURE', 'HANDLER_ERROR']);

export interface ReturnSteps {
  offer(kind: OfferKind): void;
  /** The server goes on refusing. */
  lost(): void;
}

/** Brings a session back to a new socket after the old one broke, on its server or on another one. */
export class SessionReturn {
  private hasAskedElsewhere = false;

  /** @param timers of the call, so that its end stops these as well. */
  constructor(
    private readonly timers: NamedTimers,
    private readonly negotiation: Negotiation,
    private readonly frames: SessionFrames,
    private readonly steps: ReturnSteps,
  ) {}

  /** Whether it is still open if a server takes the session back. */
  get isPending(): boolean {
    return this.timers.has('return');
  }

  /** @param isElsewhere A server that could take the session over has been found. */
  begin(isElsewhere = false): void {
    this.frames.hold();
    if (!this.isPending) this.timers.set('return', GIVE_UP_AFTER_MS, () => this.steps.lost());
    this.timers.clear('return-again');
    // What comes of an offer its answer says.
    this.timers.set('accepted', ACCEPTED_AFTER_MS, () => this.negotiation.openOffer ?? this.accepted());
    this.hasAskedElsewhere = false;
    const { isConnected, openOffer } = this.negotiation;
    // Socket and audio are both gone: so may be the server, and another one have the call.
    if (!isConnected || isElsewhere) return this.askElsewhere();
    this.frames.present();
    // An offer that went down with the old socket is made again.
    if (openOffer) this.steps.offer(openOffer);
  }

  /**
   * Some frame was refused; which one, nobody says.
   * @param code Why: in place of what can't be taken over just now nothing else is tried.
   */
  refused(code: string): void {
    const refused = this.negotiation.refused();
    if (this.timers.has('return-again')) return;
    // This server does not know the call, but might take it over from another one that is gone.
    if (refused === undefined && !this.hasAskedElsewhere) return this.askElsewhere();
    // The server that has the call lets nobody else have it, but its own client have a new path. Never where another
    // one might take it over a moment later: that could do nothing with the connection to the one before.
    const mayTakeIt = refused === 'carry-on' && NOT_NOW.has(code);
    const mayHaveIt = refused === 'carry-on' && !mayTakeIt;
    if (mayHaveIt && !this.negotiation.isConnected) return this.steps.offer('restart');
    this.timers.clear('accepted');
    this.timers.set('return-again', AGAIN_AFTER_MS, () => this.begin(mayTakeIt));
  }

  /** The server has the session: it told of it, or refused nothing. */
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
