import type { PhoneSession } from './phone-session.js';

/** RTP received from phones. */
export interface PhoneTraffic {
  /** Packets since the start, including ended calls. */
  readonly received: number;
  /** Lost packets since the start. */
  readonly lost: number;
  /** Mean over running calls, in milliseconds; 0 without any. */
  readonly jitterMs: number;
}

/** Counts the RTP of all phone calls. Computed on demand, at no cost per packet. */
export class PhoneTrafficCount {
  private received = 0;
  private lost = 0;

  /** A call ended. */
  add({ reception }: PhoneSession): void {
    this.received += reception?.received ?? 0;
    this.lost += reception?.lost ?? 0;
  }

  /** @param running Calls that have not been added yet. */
  read(running: Iterable<PhoneSession>): PhoneTraffic {
    const found = [...running].flatMap(({ reception }) => reception ?? []);
    const sum = (pick: (one: (typeof found)[number]) => number) =>
      found.reduce((total, one) => total + pick(one), 0);
    return {
      received: this.received + sum(({ received }) => received),
      lost: this.lost + sum(({ lost }) => lost),
      jitterMs: found.length === 0 ? 0 : sum(({ jitterMs }) => jitterMs ?? 0) / found.length,
    };
  }
}
