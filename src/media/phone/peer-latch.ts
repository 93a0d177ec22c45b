export interface MediaAddress {
  readonly address: string;
  readonly port: number;
}

/** Packets in a row that show that another port than the announced one is meant; a stray one does not. */
const PACKETS_TO_LATCH = 2;
/** A caller who is heard keeps the line; another source may have it after this much silence. */
const MOVE_AFTER_SILENCE_MS = 2_000;

/**
 * Where a phone's audio comes from, and so where ours goes to (symmetric RTP, RFC 4961). A phone behind NAT announces
 * an address that nobody reaches, so its packets tell; but not anybody's: only the announced address and the one that
 * its signaling comes from may send at all, and once it was heard, nobody else takes its place while it goes on.
 */
export class PeerLatch {
  private latched: MediaAddress | undefined;
  private lastHeardMs = -Infinity;
  private candidate: (MediaAddress & { packets: number }) | undefined;

  /** @param signalingAddress Where the call's SIP comes from. */
  constructor(
    private announced: MediaAddress,
    private signalingAddress: string,
  ) {}

  /** The call's SIP comes from somebody else now. */
  followSignaling(address: string): void {
    this.signalingAddress = address;
  }

  /** The other side announced another address of its own (re-INVITE): what was heard before counts no more. */
  announce(announced: MediaAddress): void {
    if (announced.address === this.announced.address && announced.port === this.announced.port) return;
    this.announced = announced;
    this.latched = undefined;
    this.candidate = undefined;
  }

  /** Where to send; undefined while the announced address can't be reached from here and nothing was heard. */
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

  /** Whether a packet is of the caller. `proven`: its encryption has shown that already, wherever it comes from. */
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

/** RFC 1918, RFC 6598, RFC 4193, loopback and link-local: what means something else, or nothing, elsewhere. */
const PRIVATE =
  /^(::1$|f[cd]|fe[89ab]|10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/;

const isPrivate = (address: string): boolean => PRIVATE.test(address);
