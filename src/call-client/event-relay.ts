import type { ConversationFeed, LiveCallEvent } from '../conversations/index.js';
import { askedFor, type CallFeature, type MoveEvent } from './call-features.js';
import type { ClientConnection } from './client-connection.js';

/**
 * Sends subscribed live events to the call's current connection. A new connection gets a summary first. Events keep
 * their numbers, so that a client can skip those that it already has.
 */
export class EventRelay {
  private unsubscribe: () => void = () => undefined;
  private connection: ClientConnection | undefined;

  constructor(
    private readonly sessionId: string,
    private readonly feed: ConversationFeed,
    private features: ReadonlySet<CallFeature>,
  ) {}

  /** Sets the client's subscriptions. */
  ask(features: ReadonlySet<CallFeature>): void {
    this.features = features;
  }

  /** Makes this connection the only receiver. */
  attach(connection: ClientConnection): void {
    this.unsubscribe();
    this.connection = connection;
    if (this.features.size === 0) return;
    this.unsubscribe = this.feed.subscribe(this.sessionId, (event, number) =>
      this.tell(connection, event, number),
    );
  }

  /** Sends nothing until the next `attach`. */
  detach(): void {
    this.unsubscribe();
    this.connection = undefined;
  }

  asksFor(feature: CallFeature): boolean {
    return this.features.has(feature);
  }

  /** Sends to the current connection only; later connections do not get it. */
  tellNow(event: MoveEvent): void {
    const number = this.feed.nextNumber(this.sessionId);
    this.connection?.notify(this.sessionId, { kind: 'event', number, event });
  }

  private tell(connection: ClientConnection, event: LiveCallEvent, number: number): void {
    const asked = askedFor(event, this.features);
    if (asked) connection.notify(this.sessionId, { kind: 'event', number, event: asked });
  }
}
