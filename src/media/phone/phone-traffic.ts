import type { PhoneSession } from './phone-session.js';

/** RTP that came from phones. */
export interface PhoneTraffic {
  /** Packets since the start, of calls that are over, too. */
  readonly received: number;
  /** Packets that never came, since the start. */
  readonly lost: number;
  /** Mean of the calls that run, in milliseconds; 0 without one. */
  readonly jitterMs: number;
}

/** Counts the RTP of all phone calls. It looks at the calls when it is asked: packets cost nothing more. */
export class PhoneTrafficCount {
  private received = 0;
  private lost = 0;

  /** A call is over. */
  add({ reception }: PhoneSession): void {
    this.received += reception?.received ?? 0;
    this.lost += reception?.lost ?? 0;
  }

  /** @param running The calls that were not added yet. */
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
