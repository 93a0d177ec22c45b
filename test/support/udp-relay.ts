import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';

/** What the network does to each packet between a client and a server. */
export interface NetworkWeather {
  /** Packet loss, 0 to 1. */
  readonly loss: number;
  readonly delayMs: number;
  /** Maximum additional delay; packets may be reordered. */
  readonly jitterMs: number;
}

export const FAIR_WEATHER: NetworkWeather = { loss: 0, delayMs: 0, jitterMs: 0 };

/**
 * A bad network on loopback: forwards UDP between clients and a server port with loss, delay and reordering in both
 * directions.
 */
export class UdpRelay {
  /** Every packet from a client, for replays. */
  onClientPacket: (packet: Buffer) => void = () => undefined;
  /** Every packet from the server. */
  onServerPacket: (packet: Buffer) => void = () => undefined;
  private readonly upstreams = new Map<string, Socket>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private cut = false;

  private constructor(
    private readonly socket: Socket,
    private readonly serverPort: number,
    public weather: NetworkWeather,
    private readonly random: () => number,
  ) {
    socket.on('message', (packet, client) => {
      this.onClientPacket(packet);
      this.pass(() => this.upstreamOf(client).send(packet, this.serverPort, '127.0.0.1'));
    });
  }

  /** @param random 0 to 1; use a seeded one for reproducible losses. */
  static async create(
    serverPort: number,
    weather: NetworkWeather = FAIR_WEATHER,
    random: () => number = Math.random,
  ): Promise<UdpRelay> {
    const socket = await boundSocket();
    return new UdpRelay(socket, serverPort, weather, random);
  }

  /** Port for clients. */
  get port(): number {
    return this.socket.address().port;
  }

  /** The answer with this relay as its only candidate. */
  rewrite(answerSdp: string): string {
    return throughRelay(answerSdp, this.port);
  }

  /** Sends a packet to the server with the client's address. */
  forge(packet: Buffer): void {
    for (const upstream of this.upstreams.values()) upstream.send(packet, this.serverPort, '127.0.0.1');
  }

  /** Drops everything, like a phone entering a tunnel. */
  cutOff(): void {
    this.cut = true;
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
    for (const upstream of this.upstreams.values()) upstream.close();
    this.upstreams.clear();
    this.socket.close();
  }

  private upstreamOf(client: RemoteInfo): Socket {
    const key = `${client.address}:${client.port}`;
    const known = this.upstreams.get(key);
    if (known) return known;
    const upstream = createSocket('udp4');
    upstream.on('message', (packet) => {
      this.onServerPacket(packet);
      this.pass(() => this.socket.send(packet, client.port, client.address));
    });
    this.upstreams.set(key, upstream);
    return upstream;
  }

  private pass(forward: () => void): void {
    const { loss, delayMs, jitterMs } = this.weather;
    if (this.cut || this.random() < loss) return;
    const lateMs = delayMs + this.random() * jitterMs;
    if (lateMs === 0) {
      forward();
      return;
    }
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      if (!this.cut) forward();
    }, lateMs);
    this.timers.add(timer);
  }
}

function boundSocket(): Promise<Socket> {
  const socket = createSocket('udp4');
  return new Promise((resolve) => socket.bind(0, '127.0.0.1', () => resolve(socket)));
}

/** The UDP port of the server in an answer. */
export function serverPortOf(answerSdp: string): number {
  const port = /a=candidate:\S+ 1 udp \d+ \S+ (\d+)/.exec(answerSdp)?.[1];
  if (port === undefined) throw new Error('The answer has no UDP candidate');
  return Number(port);
}

/** The answer with a relay on this loopback port as its only candidate. */
export function throughRelay(answerSdp: string, relayPort: number): string {
  const candidate = `a=candidate:relay 1 udp 2130706431 127.0.0.1 ${relayPort} typ host`;
  return answerSdp
    .split('\r\n')
    .filter((line) => !line.startsWith('a=candidate:'))
    .flatMap((line) => (line === 'a=end-of-candidates' ? [candidate, line] : [line]))
    .join('\r\n');
}
