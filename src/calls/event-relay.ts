import type { ConversationFeed, LiveCallEvent } from '../conversations/index.js';
import { askedFor, type CallFeature, type MoveEvent } from './call-features.js';
import type { CallHolder } from './call-holder.js';

/** Numbers of events go on growing where another process goes on with the call, which does not know the last one. */
const NUMBERS_OF_A_PROCESS = 10_000_000;

/**
 * Carries the live events that a client asked for to whoever holds the call. A socket that takes the call over is
 * given a summary first; each event keeps the number that it was given first, by which a client that knows it already
 * can tell.
 */
export class EventRelay {
  private readonly numbers = new WeakMap<LiveCallEvent, number>();
  private lastNumber: number;
  private unsubscribe: () => void = () => undefined;
  private holder: CallHolder | undefined;

  constructor(
    private readonly sessionId: string,
    private readonly feed: ConversationFeed,
    private features: ReadonlySet<CallFeature>,
    processesBefore = 0,
  ) {
    this.lastNumber = processesBefore * NUMBERS_OF_A_PROCESS;
  }

  /** What the client asks for from now on. */
  ask(features: ReadonlySet<CallFeature>): void {
    this.features = features;
  }

  /** From now on this one is told, in place of whoever was before. */
  attach(holder: CallHolder): void {
    this.unsubscribe();
    this.holder = holder;
    if (this.features.size === 0) return;
    const summary: LiveCallEvent[] = [];
    let isLive = false;
    this.unsubscribe = this.feed.subscribe(this.sessionId, (event) => {
      if (isLive) this.tell(holder, event);
      else summary.push(event);
    });
    isLive = true;
    const inOrder = summary.map((event) => ({ event, number: this.numberOf(event) }));
    inOrder.sort((one, other) => one.number - other.number);
    for (const { event } of inOrder) this.tell(holder, event);
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
    this.lastNumber += 1;
    this.holder?.notify(this.sessionId, { kind: 'event', number: this.lastNumber, event });
  }

  private tell(holder: CallHolder, event: LiveCallEvent): void {
    const asked = askedFor(event, this.features);
    const number = this.numberOf(event);
    if (asked) holder.notify(this.sessionId, { kind: 'event', number, event: asked });
  }

  private numberOf(event: LiveCallEvent): number {
    const known = this.numbers.get(event);
    if (known !== undefined) return known;
    this.lastNumber += 1;
    this.numbers.set(event, this.lastNumber);
    return this.lastNumber;
  }
}
