import { Injectable } from '@nestjs/common';

/** How long late messages of a call may arrive (RFC 3261, 17: 64 * T1). */
const AFTERMATH_MS = 33_000;

/**
 * Destinations of our outgoing calls. Only messages of those calls are accepted from there: an outbound-only trunk may
 * not call us.
 */
@Injectable()
export class CalledAddresses {
  private readonly counts = new Map<string, number>();

  has(address: string): boolean {
    return this.counts.has(address);
  }

  /** Counts one call to the address until the returned function is called. */
  add(address: string): () => void {
    let isIn = true;
    this.counts.set(address, (this.counts.get(address) ?? 0) + 1);
    return () => {
      if (!isIn) return;
      isIn = false;
      const left = (this.counts.get(address) ?? 1) - 1;
      if (left > 0) this.counts.set(address, left);
      else this.counts.delete(address);
    };
  }

  /** As `add`, and accepts late messages after the returned function is called. */
  addCall(address: string): () => void {
    const forget = this.add(address);
    return () => void setTimeout(forget, AFTERMATH_MS).unref();
  }
}
