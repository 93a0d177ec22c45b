import { providerFault, type ProviderFaultCode } from '../../providers/provider-faults.js';
import type { MessageCounter } from '../../providers/provider-messages.js';

/** Malformed messages allowed per connection: tolerates glitches, but not a broken server. */
const MAX_MALFORMED = 20;

/** Messages per second: ten times the rate of a server that streams audio in pieces of 20 ms together with words. */
const MAX_MESSAGES_PER_SECOND = 2_000;

/** Bytes per second: 24 kHz PCM in base64 is 64 kB, and servers send up to fifty times faster than real time. */
const MAX_BYTES_PER_SECOND = 16 * 1024 * 1024;

const WINDOW_MS = 1_000;

/** Decides when a provider's messages are too many or too broken to continue. */
export class InboundGuard {
  private windowBeganAtMs = Number.NEGATIVE_INFINITY;
  private messages = 0;
  private bytes = 0;
  private malformedCount = 0;

  constructor(private readonly counter: MessageCounter) {}

  /** Counts a message before it is parsed. @returns Why the connection must close; undefined if it may continue. */
  arrived(bytes: number, nowMs: number): ProviderFaultCode | undefined {
    if (nowMs - this.windowBeganAtMs >= WINDOW_MS) {
      this.windowBeganAtMs = nowMs;
      this.messages = 0;
      this.bytes = 0;
    }
    this.messages++;
    this.bytes += bytes;
    const tooMuch = this.messages > MAX_MESSAGES_PER_SECOND || this.bytes > MAX_BYTES_PER_SECOND;
    return tooMuch ? providerFault.flood : undefined;
  }

  malformed(): ProviderFaultCode | undefined {
    this.counter.malformed();
    return ++this.malformedCount > MAX_MALFORMED ? providerFault.protocol : undefined;
  }

  ignored(kind: string): void {
    this.counter.ignored(kind);
  }
}
