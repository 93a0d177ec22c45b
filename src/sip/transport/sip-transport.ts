import type net from 'node:net';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../common/caches/index.js';
import { readHead, type SipHead, stampVia } from '../messages/sip-head.js';
import { type SipConnectionLimits, Connections } from './connections.js';
import { Listening, type SipListeningOptions } from './listening.js';
import { localAddressFor } from './local-addresses.js';
import { GIVE_UP_MS, Retransmissions, T2_MS } from './retransmissions.js';
import type { SeenMessage, SipFlow, SipProtocol } from './sip-flow.js';

export interface SipTransportOptions extends SipConnectionLimits, SipListeningOptions {
  /** Trusted CAs for outgoing TLS connections; undefined for the public ones. */
  readonly tlsCa?: string;
  /** Larger requests use TCP if the peer accepts it. */
  readonly maxDatagramBytes: number;
  /** Address of the NAT in front of us. */
  readonly announcedAddress: string | undefined;
  /** Called for each message in either direction, including retransmissions. */
  readonly seen?: (message: SeenMessage) => void;
  /** Whether to read anything from this address. */
  readonly hears: (address: string) => boolean;
  /** Whether to read one more message from it; asked once for each. Default: all. */
  readonly reads?: (address: string) => boolean;
}

export interface SipTransportEvents {
  /** @param bytes Size as received. */
  message(text: string, head: SipHead, flow: SipFlow, bytes: number): void;
  /** Not SIP, or too large. */
  unreadable(): void;
  /** Whether the response belongs to a server transaction; others are never repeated. */
  isKept(transaction: string): boolean;
}

/** ACKs kept for repeated refusals. */
const MAX_KEPT_ACKS = 10_000;
/** RFC 5626, 3.5.1: a line end or a few bytes of STUN keep a NAT binding open. */
const MAX_KEEP_ALIVE_BYTES = 4;
const USUAL_PORT = 5_060;
const USUAL_TLS_PORT = 5_061;
/** How long a UDP peer that refused TCP is not tried again. */
const NO_TCP_MS = 600_000;
const MAX_KEPT_PEERS = 10_000;

/** SIP over UDP, TCP and TLS: sockets, framing, source addresses and all retransmissions. */
export class SipTransport {
  readonly retransmissions = new Retransmissions();
  private readonly connections: Connections;
  private readonly listening: Listening;
  private readonly noTcp = new LRUCache<string, true>({ ...atMost(MAX_KEPT_PEERS), ttl: NO_TCP_MS });
  private readonly acks = new LRUCache<string, string>({ ...atMost(MAX_KEPT_ACKS), ttl: GIVE_UP_MS });

  constructor(
    private readonly options: SipTransportOptions,
    private readonly events: SipTransportEvents,
  ) {
    this.connections = new Connections(options, {
      message: (text, flow) => this.receive(text, flow),
      sent: (text, flow) => this.options.seen?.({ text, isSent: true, flow }),
      mayConnect: options.hears,
      localOf: (peer, protocol) => this.localOf(peer, protocol),
    });
    this.listening = new Listening(options, {
      datagram: (data, address, port) => this.receiveDatagram(data, address, port),
      connection: (protocol, socket: net.Socket) => this.connections.adopt(protocol, socket),
    });
  }

  /** Port of UDP and TCP. */
  get port(): number {
    return this.listening.port;
  }

  get tlsPort(): number | undefined {
    return this.listening.tlsPort;
  }

  get connectionCount(): number {
    return this.connections.count;
  }

  /** @throws Error when none of the ports is free */
  listen(): Promise<void> {
    return this.listening.open();
  }

  close(): void {
    this.retransmissions.close();
    this.connections.close();
    this.listening.close();
  }

  flowTo(protocol: SipProtocol, address: string, port: number, servername?: string): SipFlow {
    if (protocol !== 'UDP') return this.connections.to(protocol, address, port, servername);
    return this.udpFlow(address, port);
  }

  /**
   * The same flow, reconnected if closed: to the same address only, even if a Contact names another.
   * @param port Where the peer listens; undefined for the default.
   */
  alive(flow: SipFlow, port: number | undefined): SipFlow {
    if (flow.isOpen) return flow;
    const usual = flow.protocol === 'TLS' ? USUAL_TLS_PORT : USUAL_PORT;
    return this.flowTo(flow.protocol, flow.address, port ?? usual);
  }

  private localOf(peer: string, protocol: SipProtocol): SipFlow['local'] {
    const host = localAddressFor(peer, this.options.announcedAddress);
    return { host, port: protocol === 'TLS' ? (this.tlsPort ?? 0) : this.port };
  }

  private receiveDatagram(data: Buffer, address: string, port: number): void {
    if (data.length <= MAX_KEEP_ALIVE_BYTES || !this.options.hears(address)) return;
    if (data.length > this.options.maxMessageBytes) return this.events.unreadable();
    this.receive(data.toString('utf8'), this.udpFlow(address, port));
  }

  private receive(raw: string, flow: SipFlow): void {
    if (this.options.reads?.(flow.address) === false) return;
    this.options.seen?.({ text: raw, isSent: false, flow });
    const head = readHead(raw);
    if (!head) return this.events.unreadable();
    const bytes = Buffer.byteLength(raw);
    if (head.status === undefined) {
      const text = stampVia(raw, flow);
      const stamped = readHead(text);
      if (!stamped) return this.events.unreadable();
      if (stamped.method === 'ACK') this.retransmissions.settle(`response ${stamped.transaction}`);
      return this.events.message(text, stamped, flow, bytes);
    }
    if (this.acknowledgeAgain(head, flow)) return;
    const key = `${head.method} ${head.branch}`;
    if (head.method !== 'INVITE' && head.status < 200) this.retransmissions.slowDown(key);
    else this.retransmissions.settle(key);
    this.events.message(raw, head, flow, bytes);
  }

  /** A repeated refusal means that its ACK was lost; the transaction itself has ended (timer D). */
  private acknowledgeAgain({ method, status = 0, branch }: SipHead, flow: SipFlow): boolean {
    const ack = method === 'INVITE' && status >= 300 ? this.acks.get(branch) : undefined;
    if (ack !== undefined) this.sendDatagram(ack, flow.port, flow.address);
    return ack !== undefined;
  }

  private udpFlow(address: string, port: number): SipFlow {
    const flow: SipFlow = {
      protocol: 'UDP',
      address,
      port,
      local: this.localOf(address, 'UDP'),
      isOpen: true,
      send: (text) => {
        this.sendReliably(text, flow);
        return Promise.resolve();
      },
    };
    return flow;
  }

  private sendReliably(text: string, { address, port }: SipFlow, isSmall = this.isSmall(text)): void {
    const head = readHead(text);
    if (head && head.status === undefined && !isSmall && !this.noTcp.has(`${address}:${port}`)) {
      return this.sendByTcp(text, address, port);
    }
    this.sendDatagram(text, port, address);
    if (!head) return;
    const { method, status, branch, transaction } = head;
    const again = () => this.sendDatagram(text, port, address);
    if (status === undefined) {
      if (method === 'ACK') this.acks.set(branch, text);
      else this.retransmissions.begin(`${method} ${branch}`, again, method === 'INVITE' ? Infinity : T2_MS);
    } else if (method === 'INVITE' && status >= 300 && this.events.isKept(transaction)) {
      this.retransmissions.begin(`response ${transaction}`, again, T2_MS);
    }
  }

  private isSmall(text: string): boolean {
    return Buffer.byteLength(text) <= this.options.maxDatagramBytes;
  }

  /** RFC 3261, 18.1.1: a request larger than one packet uses TCP, or UDP all the same if the peer has no TCP. */
  private sendByTcp(text: string, address: string, port: number): void {
    const flow = this.connections.to('TCP', address, port);
    const send = () => void flow.send(text.replace(/^Via: SIP\/2\.0\/UDP /im, 'Via: SIP/2.0/TCP '));
    this.connections.whenOpen(flow, (isOpen) => {
      if (isOpen) return send();
      this.noTcp.set(`${address}:${port}`, true);
      this.sendReliably(text, this.udpFlow(address, port), true);
    });
  }

  private sendDatagram(text: string, port: number, address: string): void {
    this.listening.send(text, port, address);
    const flow = { protocol: 'UDP', address, port, local: this.localOf(address, 'UDP') } as const;
    this.options.seen?.({ text, isSent: true, flow });
  }
}
