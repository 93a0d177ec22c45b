import dgram from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import net from 'node:net';
import tls from 'node:tls';

export interface SipListeningOptions {
  readonly listenIp: string;
  /** IPv6 address, on the same ports; undefined for IPv4 only. Skipped on a machine without IPv6. */
  readonly listenIpv6: string | undefined;
  /** UDP and TCP; 0 picks a free one. */
  readonly port: number;
  /** How many further ports to try if that one is in use. */
  readonly portTries: number;
  readonly tls?: { readonly port: number; readonly cert: string; readonly key: string };
}

export interface ListeningEvents {
  datagram(data: Buffer, address: string, port: number): void;
  connection(protocol: 'TCP' | 'TLS', socket: net.Socket): void;
}

const RECEIVE_BUFFER_BYTES = 1_048_576;
/** Errors of systems without IPv6. */
const NO_SUCH_FAMILY = new Set(['EAFNOSUPPORT', 'EADDRNOTAVAIL', 'EINVAL']);

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/** The listening sockets: UDP and TCP on one port, TLS on another, each for IPv4 and IPv6. */
export class Listening {
  private udp4: dgram.Socket | undefined;
  private udp6: dgram.Socket | undefined;
  private servers: net.Server[] = [];
  private securePort: number | undefined;

  constructor(
    private readonly options: SipListeningOptions,
    private readonly events: ListeningEvents,
  ) {}

  /** Port of UDP and TCP. */
  get port(): number {
    return this.udp4?.address().port ?? 0;
  }

  get tlsPort(): number | undefined {
    return this.securePort;
  }

  /** Whether there is a socket of IPv6. */
  get speaksIpv6(): boolean {
    return this.udp6 !== undefined;
  }

  /** @throws Error when none of the ports is free */
  async open(): Promise<void> {
    const { port, portTries, tls: secure, listenIpv6 } = this.options;
    for (let attempt = 0; ; attempt += 1) {
      try {
        // A free UDP port may be in use for TCP; then try another.
        await this.listenOn(port === 0 ? 0 : port + attempt);
        break;
      } catch (error) {
        this.close();
        if (codeOf(error) !== 'EADDRINUSE' || attempt >= portTries) throw error;
      }
    }
    if (!secure) return;
    const server = () => tls.createServer(secure, (socket) => this.events.connection('TLS', socket));
    this.securePort = await this.serve(server(), secure.port, this.options.listenIp);
    if (this.udp6 && listenIpv6 !== undefined) await this.serve(server(), this.securePort, listenIpv6);
  }

  send(text: string, port: number, address: string): void {
    (isIPv6(address) ? this.udp6 : this.udp4)?.send(text, port, address);
  }

  close(): void {
    this.udp4?.close();
    this.udp6?.close();
    this.udp4 = this.udp6 = undefined;
    for (const server of this.servers) server.close();
    this.servers = [];
  }

  private async listenOn(wanted: number): Promise<void> {
    const { listenIp, listenIpv6 } = this.options;
    this.udp4 = await this.bind('udp4', wanted, listenIp);
    const { port } = this.udp4.address();
    await this.serve(this.tcpServer(), port, listenIp);
    if (listenIpv6 === undefined) return;
    try {
      this.udp6 = await this.bind('udp6', port, listenIpv6);
    } catch (error) {
      if (NO_SUCH_FAMILY.has(codeOf(error))) return;
      throw error;
    }
    await this.serve(this.tcpServer(), port, listenIpv6);
  }

  private async bind(type: 'udp4' | 'udp6', port: number, address: string): Promise<dgram.Socket> {
    const socket = dgram.createSocket({
      type,
      ipv6Only: type === 'udp6',
      recvBufferSize: RECEIVE_BUFFER_BYTES,
    });
    try {
      socket.bind(port, address);
      await once(socket, 'listening');
    } catch (error) {
      socket.close();
      throw error;
    }
    socket.on('error', () => undefined);
    socket.on('message', (data, from) => this.events.datagram(data, from.address, from.port));
    return socket;
  }

  private tcpServer(): net.Server {
    return net.createServer((socket) => this.events.connection('TCP', socket));
  }

  private async serve(server: net.Server, port: number, host: string): Promise<number> {
    this.servers.push(server);
    server.listen({ port, host, ipv6Only: true });
    await once(server, 'listening');
    server.on('error', () => undefined);
    return (server.address() as net.AddressInfo).port;
  }
}
