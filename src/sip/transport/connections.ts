import net from 'node:net';
import tls from 'node:tls';
import { StreamFramer } from '../messages/stream-framer.js';
import type { SipFlow, SipProtocol } from './sip-flow.js';

export interface SipConnectionLimits {
  readonly maxMessageBytes: number;
  /** Incoming connections, in total and per address. */
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
  /** Trusted CAs for outgoing TLS connections; undefined for the public ones. */
  readonly tlsCa?: string;
  /** A connection is closed after this long without data. */
  readonly idleMs: number;
}

export interface ConnectionEvents {
  message(text: string, flow: SipFlow): void;
  sent(text: string, flow: SipFlow): void;
  mayConnect(address: string): boolean;
  localOf(peer: string, protocol: SipProtocol): SipFlow['local'];
}

/** Limit for receiving the rest of a message. */
const MESSAGE_TIMEOUT_MS = 10_000;
/** Limits memory held for a peer that does not read. */
const MAX_UNSENT_BYTES = 262_144;
const CONNECT_TIMEOUT_MS = 5_000;
/** Shorter connect timeout if the message has an alternative. */
const QUICK_CONNECT_MS = 1_000;

class Connection implements SipFlow {
  private messageTimer: NodeJS.Timeout | undefined;
  private readonly framer: StreamFramer;

  constructor(
    readonly protocol: SipProtocol,
    readonly address: string,
    readonly port: number,
    readonly local: SipFlow['local'],
    readonly socket: net.Socket,
    limits: SipConnectionLimits,
    private readonly onMessage: (text: string) => void,
    private readonly onSent: (text: string) => void,
  ) {
    this.framer = new StreamFramer(limits.maxMessageBytes);
    socket.setNoDelay(true);
    socket.setTimeout(limits.idleMs, () => socket.destroy());
    socket.on('data', (data: Buffer) => this.take(data));
    socket.on('close', () => clearTimeout(this.messageTimer));
  }

  get isOpen(): boolean {
    return !this.socket.destroyed && this.socket.writable;
  }

  send(text: string): Promise<void> {
    if (!this.isOpen) return Promise.reject(new Error('the connection is gone'));
    if (this.socket.writableLength > MAX_UNSENT_BYTES) {
      this.socket.destroy();
      return Promise.reject(new Error('the peer does not read'));
    }
    this.socket.write(text);
    this.onSent(text);
    return Promise.resolve();
  }

  private take(data: Buffer): void {
    const { messages, pings, broken } = this.framer.push(data);
    if (pings > 0) this.socket.write('\r\n');
    for (const message of messages) this.onMessage(message);
    clearTimeout(this.messageTimer);
    if (broken) this.socket.destroy();
    else if (this.framer.isWaiting) {
      this.messageTimer = setTimeout(() => this.socket.destroy(), MESSAGE_TIMEOUT_MS);
    }
  }
}

/** All TCP and TLS connections, incoming and outgoing. */
export class Connections {
  private readonly open = new Map<string, Connection>();
  private readonly fromOthers = new Set<Connection>();

  constructor(
    private readonly limits: SipConnectionLimits,
    private readonly events: ConnectionEvents,
  ) {}

  get count(): number {
    return this.open.size;
  }

  /** Accepts an incoming connection or closes it at once. */
  adopt(protocol: SipProtocol, socket: net.Socket): void {
    socket.on('error', () => undefined);
    const address = plainAddress(socket.remoteAddress ?? '');
    if (!this.events.mayConnect(address) || this.isFull(address)) {
      socket.destroy();
      return;
    }
    const connection = this.attach(protocol, address, socket.remotePort ?? 0, socket);
    this.fromOthers.add(connection);
    socket.on('close', () => this.fromOthers.delete(connection));
  }

  /** The connection to a peer, opened if needed. Messages are queued until it is open. */
  to(protocol: SipProtocol, address: string, port: number, servername?: string): SipFlow {
    const known = this.open.get(keyOf(protocol, address, port));
    if (known?.isOpen) return known;
    const socket =
      protocol === 'TLS'
        ? tls.connect({
            host: address,
            port,
            ...(servername !== undefined && { servername }),
            ...(this.limits.tlsCa !== undefined && { ca: this.limits.tlsCa }),
          })
        : net.connect(port, address);
    socket.on('error', () => undefined);
    const timer = setTimeout(() => socket.destroy(), CONNECT_TIMEOUT_MS);
    socket.on(protocol === 'TLS' ? 'secureConnect' : 'connect', () => clearTimeout(timer));
    socket.on('close', () => clearTimeout(timer));
    return this.attach(protocol, address, port, socket);
  }

  /** Reports once whether a connection from `to` was opened; failure is reported early. */
  whenOpen(flow: SipFlow, tell: (isOpen: boolean) => void): void {
    const socket = [...this.open.values()].find((connection) => connection === flow)?.socket;
    if (!socket || socket.destroyed) return tell(false);
    if (!socket.connecting) return tell(true);
    let hasTold = false;
    const settle = (isOpen: boolean) => {
      clearTimeout(timer);
      if (!hasTold) tell(isOpen);
      hasTold = true;
    };
    const timer = setTimeout(() => {
      socket.destroy();
      settle(false);
    }, QUICK_CONNECT_MS);
    socket.once('connect', () => settle(true));
    socket.once('close', () => settle(false));
  }

  close(): void {
    for (const { socket } of this.open.values()) socket.destroy();
    this.open.clear();
  }

  private attach(protocol: SipProtocol, address: string, port: number, socket: net.Socket): Connection {
    const local = this.events.localOf(address, protocol);
    const connection: Connection = new Connection(
      protocol,
      address,
      port,
      local,
      socket,
      this.limits,
      (text) => this.events.message(text, connection),
      (text) => this.events.sent(text, connection),
    );
    const key = keyOf(protocol, address, port);
    this.open.set(key, connection);
    socket.on('close', () => {
      if (this.open.get(key) === connection) this.open.delete(key);
    });
    return connection;
  }

  private isFull(address: string): boolean {
    if (this.fromOthers.size >= this.limits.maxConnections) return true;
    let ofAddress = 0;
    for (const connection of this.fromOthers) if (connection.address === address) ofAddress += 1;
    return ofAddress >= this.limits.maxConnectionsPerAddress;
  }
}

const keyOf = (protocol: SipProtocol, address: string, port: number): string =>
  `${protocol} ${address}:${port}`;

/** Unwraps IPv4 addresses from dual-stack sockets. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');
