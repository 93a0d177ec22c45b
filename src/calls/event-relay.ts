import type { ConversationFeed, LiveCallEvent } from '../conversations/index.js';
import { askedFor, type CallFeature, type MoveEvent } from './call-features.js';
import type { CallHolder } from './call-holder.js';

/**
 * Carries the live events that a client asked for to whoever holds the call. A socket that takes the call over is
 * given a summary first; each event keeps the number that it was given first, by which a client that knows it already
 * can tell.
 */
export class EventRelay {
  private unsubscribe: () => void = () => undefined;
  private holder: CallHolder | undefined;

  constructor(
    private readonly sessionId: string,
    private readonly feed: ConversationFeed,
    private features: ReadonlySet<CallFeature>,
  ) {}

  /** What the client asks for from now on. */
  ask(features: ReadonlySet<CallFeature>): void {
    this.features = features;
  }

  /** From now on this one is told, in place of whoever was before. */
  attach(holder: CallHolder): void {
    this.unsubscribe();
    this.holder = holder;
    if (this.features.size === 0) return;
    this.unsubscribe = this.feed.subscribe(this.sessionId, (event, number) =>
      this.tell(holder, event, number),
    );
  }

  /** Nobody is told until the next `attach`. */
  detach(): void {
    this.unsubscribe();
    this.holder = undefined;
  }

  asksFor(feature: CallFeature): boolean {
    return this.features.has(feature);
  }

  /** Tells who holds the call now, and nobody who comes later. */
  tellNow(event: MoveEvent): void {
    const number = this.feed.nextNumber(this.sessionId);
    this.holder?.notify(this.sessionId, { kind: 'event', number, event });
  }

  private tell(holder: CallHolder, event: LiveCallEvent, number: number): void {
    const asked = askedFor(event, this.features);
    if (asked) holder.notify(this.sessionId, { kind: 'event', number, event: asked });
  }
}
