import type { ConversationFeed, LiveCallEvent } from '../conversations/index.js';
import { askedFor, type CallFeature, type MoveEvent } from './call-features.js';
import type { CallHolder } from './call-holder.js';

/**
 * Sends subscribed live events to the call's current holder. A new holder gets a summary first. Events keep their
 * numbers, so that a client can skip those that it already has.
 */
export class EventRelay {
  private unsubscribe: () => void = () => undefined;
  private holder: CallHolder | undefined;

  constructor(
    private readonly sessionId: string,
    private readonly feed: ConversationFeed,
    private features: ReadonlySet<CallFeature>,
  ) {}

  /** Sets the client's subscriptions. */
  ask(features: ReadonlySet<CallFeature>): void {
    this.features = features;
  }

  /** Makes this holder the only receiver. */
  attach(holder: CallHolder): void {
    this.unsubscribe();
    this.holder = holder;
    if (this.features.size === 0) return;
    this.unsubscribe = this.feed.subscribe(this.sessionId, (event, number) =>
      this.tell(holder, event, number),
    );
  }

  /** Sends nothing until the next `attach`. */
  detach(): void {
    this.unsubscribe();
    this.holder = undefined;
  }

  asksFor(feature: CallFeature): boolean {
    return this.features.has(feature);
  }

  /** Sends to the current holder only; later holders do not get it. */
  tellNow(event: MoveEvent): void {
    const number = this.feed.nextNumber(this.sessionId);
    this.holder?.notify(this.sessionId, { kind: 'event', number, event });
  }

  private tell(holder: CallHolder, event: LiveCallEvent, number: number): void {
    const asked = askedFor(event, this.features);
    if (asked) holder.notify(this.sessionId, { kind: 'event', number, event: asked });
  }
}
