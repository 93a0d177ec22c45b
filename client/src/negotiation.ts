import { CallError } from './call-error.js';
import type { CallOptions } from './call-options.js';
import { iceServersOf, renewedServers } from './ice-servers.js';
import { offerFrame } from './offer-frame.js';
import { Peer, type PeerListener } from './peer.js';
import { platform } from './platform.js';
import type { TokenSource } from './token-source.js';
import type { OfferFrame } from './wire.js';

/**
 * - `first`: asks for a session.
 * - `restart`: for a new network path of the peer connection that there is.
 * - `carry-on`: by a peer connection of its own, to whatever server has the call now.
 */
export type OfferKind = 'first' | 'restart' | 'carry-on';

/** What the peer connection that the call has tells; another one is not heard before the call has it. */
export interface NegotiationParts extends PeerListener {
  readonly options: CallOptions;
  readonly tokens: TokenSource;
  microphone(): MediaStream | undefined;
  sessionId(): string;
  /** Whether this page does what agents want done with calls. */
  acts(): boolean;
  /** Sends now, or not at all: without a socket, the next one brings a new offer. */
  send(frame: OfferFrame): unknown;
}

/** Offers and answers of one call, over the peer connection that it has or, where its server is gone, another one. */
export class Negotiation {
  private current: Peer | undefined;
  /** Offered to a server that may have the call now, until one has. */
  private next: Peer | undefined;
  private servers: readonly RTCIceServer[] = [];
  private open: OfferKind | undefined;
  private latest: OfferKind | undefined;
  private isClosed = false;
  private token: string | undefined;

  constructor(private readonly parts: NegotiationParts) {}

  get peer(): Peer | undefined {
    return this.current;
  }

  /** The offer that waits for its answer. */
  get openOffer(): OfferKind | undefined {
    return this.open;
  }

  /** Of the latest offer. */
  get authToken(): string | undefined {
    return this.token;
  }

  get isConnected(): boolean {
    return this.current?.connection.connectionState === 'connected';
  }

  /**
   * Learns of the servers that help to find a path.
   * @throws CallError where no token can be had, and where there is no WebRTC.
   */
  async prepare(): Promise<void> {
    connectionClassOf(this.parts.options);
    this.servers = await iceServersOf(this.parts.options, this.parts.tokens);
  }

  /** Makes the first peer connection of the call. */
  begin(): void {
    this.take(this.makePeer());
  }

  /** @throws CallError where no token can be had. */
  async offer(kind: OfferKind): Promise<void> {
    this.open = this.latest = kind;
    const { options, tokens } = this.parts;
    const authToken = (this.token = await tokens.ofCall());
    // What lets us use a relay expires while a call lasts.
    if (kind !== 'first' && this.servers.length > 0) await this.renewServers();
    if (this.isOutdated(kind)) return;
    const peer = kind === 'carry-on' ? (this.next ??= this.makePeer()) : this.current;
    // What was offered before may lead over a network that is gone.
    const sdp = await peer?.offer(kind !== 'first');
    if (sdp === undefined || this.isOutdated(kind)) return;
    this.open = kind;
    this.parts.send(offerFrame(options, this.parts.sessionId(), sdp, authToken, this.parts.acts()));
  }

  /** The server refused the open offer, or it can't be made. @returns its kind. */
  refused(): OfferKind | undefined {
    const kind = this.open;
    this.open = undefined;
    return kind;
  }

  /**
   * The open offer was answered: what follows is for the peer connection that made it.
   * @returns whether that is another one, because another server has the call now.
   */
  answered(): boolean {
    const [other, kind] = [this.next, this.refused()];
    this.next = undefined;
    const isElsewhere = kind === 'carry-on' && other !== undefined;
    (isElsewhere ? this.current : other)?.close();
    if (isElsewhere) this.take(other);
    return isElsewhere;
  }

  close(): void {
    this.isClosed = true;
    this.current?.close();
    this.next?.close();
  }

  private async renewServers(): Promise<void> {
    const renewed = await renewedServers(this.parts.options, this.parts.tokens);
    if (renewed.length === 0) return;
    this.servers = renewed;
    this.current?.useServers(renewed);
  }

  private isOutdated(kind: OfferKind): boolean {
    return this.isClosed || this.latest !== kind;
  }

  private take(peer: Peer): void {
    this.current = peer;
    peer.listener = this.parts;
  }

  private makePeer(): Peer {
    const { options } = this.parts;
    const PeerConnectionClass = connectionClassOf(options);
    const { iceTransportPolicy = 'all' } = options;
    const settings = { PeerConnectionClass, iceServers: this.servers, iceTransportPolicy };
    return new Peer(settings, this.parts.microphone());
  }
}

function connectionClassOf(options: CallOptions): typeof RTCPeerConnection {
  const found = options.RTCPeerConnection ?? platform.RTCPeerConnection;
  if (!found) throw new CallError('WEBRTC_UNSUPPORTED', 'There is no WebRTC here.');
  return found;
}
