export interface MediaAddress {
  readonly address: string;
  readonly port: number;
}

/** Consecutive packets from another port that make it the peer's; a single stray one does not. */
const PACKETS_TO_LATCH = 2;
/** While a source is heard it keeps the line; another one may take it after this much silence. */
const MOVE_AFTER_SILENCE_MS = 2_000;

/**
 * The source of a phone's audio and thus our destination (symmetric RTP, RFC 4961). A phone behind NAT announces an
 * unreachable address, so its packets show the real one. Only the announced address and that of its signaling may send,
 * and once a source was heard, no other replaces it while it continues.
 */
export class PeerLatch {
  private latched: MediaAddress | undefined;
  private lastHeardMs = -Infinity;
  private candidate: (MediaAddress & { packets: number }) | undefined;

  /** @param signalingAddress Source of the call's SIP. */
  constructor(
    private announced: MediaAddress,
    private signalingAddress: string,
  ) {}

  /** The call's SIP has a new source. */
  followSignaling(address: string): void {
    this.signalingAddress = address;
  }

  /** The peer announced a new address (re-INVITE), which discards the previous source. */
  announce(announced: MediaAddress): void {
    if (announced.address === this.announced.address && announced.port === this.announced.port) return;
    this.announced = announced;
    this.latched = undefined;
    this.candidate = undefined;
  }

  /** The destination; undefined while the announced address is unreachable from here and nothing was received. */
  get target(): MediaAddress | undefined {
    if (this.latched) return this.latched;
    const { announced, signalingAddress } = this;
    return announced.address === signalingAddress ||
      !isPrivate(announced.address) ||
      isPrivate(signalingAddress)
      ? announced
      : undefined;
  }

  get isLatched(): boolean {
    return this.latched !== undefined;
  }

  /** Whether a packet is the caller's. `proven`: SRTP has authenticated it, so its source does not matter. */
  take({ address, port }: MediaAddress, nowMs: number, proven = false): boolean {
    const { latched } = this;
    if (latched?.address === address && latched.port === port) {
      this.lastHeardMs = nowMs;
      return true;
    }
    if (!proven && address !== this.announced.address && address !== this.signalingAddress) return false;
    if (latched && nowMs - this.lastHeardMs < MOVE_AFTER_SILENCE_MS) return false;
    if (!proven && !this.isAnnounced(address, port) && !this.isPersistent({ address, port })) return false;
    this.latched = { address, port };
    this.candidate = undefined;
    this.lastHeardMs = nowMs;
    return true;
  }

  private isAnnounced(address: string, port: number): boolean {
    return address === this.announced.address && port === this.announced.port;
  }

  private isPersistent({ address, port }: MediaAddress): boolean {
    const isSame = this.candidate?.address === address && this.candidate.port === port;
    const packets = (isSame ? (this.candidate?.packets ?? 0) : 0) + 1;
    this.candidate = { address, port, packets };
    return packets >= PACKETS_TO_LATCH;
  }
}

/** RFC 1918, RFC 6598, RFC 4193, loopback and link-local: not valid outside their own network. */
const PRIVATE =
  /^(::1$|f[cd]|fe[89ab]|10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/;

const isPrivate = (address: string): boolean => PRIVATE.test(address);
