import { CallError } from './call-error.js';
import type { CallOptions } from './call-options.js';
import { iceServersOf, renewedServers } from './ice-servers.js';
import { offerFrame } from './offer-frame.js';
import { Peer, type PeerListener } from './peer.js';
import { platform } from './platform.js';
import type { TokenSource } from './token-source.js';
import type { OfferFrame } from './wire.js';

/**
 * - `first`: requests a session.
 * - `restart`: ICE restart of the current peer connection.
 * - `carry-on`: failover with a new peer connection, to whichever server has the call now.
 */
export type OfferKind = 'first' | 'restart' | 'carry-on';

/** Events of the call's current peer connection; another one is ignored until it is current. */
export interface NegotiationParts extends PeerListener {
  readonly options: CallOptions;
  readonly tokens: TokenSource;
  microphone(): MediaStream | undefined;
  sessionId(): string;
  /** Whether the page carries out agents' actions. */
  acts(): boolean;
  /** Sends now, or not at all: after a reconnection a new offer is made. */
  send(frame: OfferFrame): unknown;
}

/** Offers and answers of one call, over its current peer connection or, after the loss of its server, a new one. */
export class Negotiation {
  private current: Peer | undefined;
  /** The peer connection of a failover offer, until it is answered. */
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

  /** Token of the latest offer. */
  get authToken(): string | undefined {
    return this.token;
  }

  get isConnected(): boolean {
    return this.current?.connection.connectionState === 'connected';
  }

  /**
   * Fetches the ICE servers.
   * @throws CallError without a token, and without WebRTC.
   */
  async prepare(): Promise<void> {
    connectionClassOf(this.parts.options);
    this.servers = await iceServersOf(this.parts.options, this.parts.tokens);
  }

  /** Creates the first peer connection of the call. */
  begin(): void {
    this.take(this.makePeer());
  }

  /** @throws CallError without a token. */
  async offer(kind: OfferKind): Promise<void> {
    this.open = this.latest = kind;
    const { options, tokens } = this.parts;
    const authToken = (this.token = await tokens.ofCall());
    // TURN credentials expire during a call.
    if (kind !== 'first' && this.servers.length > 0) await this.renewServers();
    if (this.isOutdated(kind)) return;
    const peer = kind === 'carry-on' ? (this.next ??= this.makePeer()) : this.current;
    // Earlier candidates may belong to a lost network.
    const sdp = await peer?.offer(kind !== 'first');
    if (sdp === undefined || this.isOutdated(kind)) return;
    this.open = kind;
    this.parts.send(offerFrame(options, this.parts.sessionId(), sdp, authToken, this.parts.acts()));
  }

  /** The server refused the open offer, or it could not be made. @returns its kind. */
  refused(): OfferKind | undefined {
    const kind = this.open;
    this.open = undefined;
    return kind;
  }

  /**
   * The open offer was answered: later frames belong to its peer connection.
   * @returns whether that is a new one, because another server has taken over the call.
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
