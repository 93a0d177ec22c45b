import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';

/** What the network between a client and the server does to each packet. */
export interface NetworkWeather {
  /** Share of packets that get lost, 0 to 1. */
  readonly loss: number;
  readonly delayMs: number;
  /** Each packet is late by up to this much more; packets may overtake each other. */
  readonly jitterMs: number;
}

export const FAIR_WEATHER: NetworkWeather = { loss: 0, delayMs: 0, jitterMs: 0 };

/**
 * A bad network on loopback: forwards UDP between clients and one server port, and loses, delays and mixes up
 * packets both ways.
 */
export class UdpRelay {
  /** Every packet that came from a client, for those who want to send it again. */
  onClientPacket: (packet: Buffer) => void = () => undefined;
  /** Every packet of the server. */
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

  /** @param random 0 to 1; give a seeded one for the same losses in each run. */
  static async create(
    serverPort: number,
    weather: NetworkWeather = FAIR_WEATHER,
    random: () => number = Math.random,
  ): Promise<UdpRelay> {
    const socket = await boundSocket();
    return new UdpRelay(socket, serverPort, weather, random);
  }

  /** Where clients reach it. */
  get port(): number {
    return this.socket.address().port;
  }

  /** The answer with this relay as its only candidate. */
  rewrite(answerSdp: string): string {
    return throughRelay(answerSdp, this.port);
  }

  /** Sends a packet to the server that looks as if the client had sent it. */
  forge(packet: Buffer): void {
    for (const upstream of this.upstreams.values()) upstream.send(packet, this.serverPort, '127.0.0.1');
  }

  /** From now on nothing passes, as when a phone enters a tunnel. */
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

/** The answer with a relay on the given port of loopback as its only candidate. */
export function throughRelay(answerSdp: string, relayPort: number): string {
  const candidate = `a=candidate:relay 1 udp 2130706431 127.0.0.1 ${relayPort} typ host`;
  return answerSdp
    .split('\r\n')
    .filter((line) => !line.startsWith('a=candidate:'))
    .flatMap((line) => (line === 'a=end-of-candidates' ? [candidate, line] : [line]))
    .join('\r\n');
}
