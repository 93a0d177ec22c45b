import type { types } from 'mediasoup';
import type { OfferedCodec } from '../sdp/offer.js';
import { type CodecRouter, createCodecRouter } from './codec-router.js';
import { HealthCheck } from './health-check.js';
import { BEHIND_GATE, TcpGate, type TcpLimits } from './tcp-gate.js';
import { spawnWorker } from './spawn-worker.js';
import { WorkerPipes } from './worker-pipes.js';

export interface MediaWorkerOptions {
  readonly log: Pick<types.WorkerSettings, 'logLevel' | 'logTags'>;
  readonly listenIp: string;
  /** UDP and TCP port; 0 picks free ones. */
  readonly port: number;
  readonly workerBin: string | undefined;
  /** A process that does not answer for this long is killed. */
  readonly hangTimeoutMs: number;
  /** Interval for reading callers' packets. */
  readonly readEveryMs: number;
  readonly tcp: TcpLimits;
}

/** Objects inside a worker, for metrics and leak tests. */
export interface WorkerCounts {
  readonly webRtcTransports: number;
  readonly producers: number;
  readonly consumers: number;
}

const LOG_LEVELS: readonly types.WorkerLogLevel[] = ['debug', 'warn', 'error', 'none'];

export const workerLog = (level: string): MediaWorkerOptions['log'] => ({
  logLevel: LOG_LEVELS.find((known) => known === level) ?? 'error',
  logTags: level === 'debug' ? ['info', 'ice', 'dtls', 'rtp', 'srtp', 'rtcp'] : [],
});

/** All calls of a worker share this socket buffer. The system may grant less. */
const UDP_RECEIVE_BUFFER_BYTES = 2_097_152;

/** One mediasoup worker process with its ports. Notifies its users when it dies. */
export class MediaWorker {
  private readonly routers = new Map<string, Promise<CodecRouter>>();
  private readonly users = new Map<object, () => void>();
  private readonly transports = new Set<types.WebRtcTransport>();
  private readonly healthCheck: HealthCheck;
  private gate: TcpGate | undefined;
  private dead = false;
  private hung = false;

  private constructor(
    private readonly worker: types.Worker,
    private readonly webRtcServer: types.WebRtcServer,
    private readonly udpPort: number,
    readonly pipes: WorkerPipes | undefined,
    options: MediaWorkerOptions,
  ) {
    this.healthCheck = new HealthCheck(
      () => worker.getResourceUsage(),
      () => this.kill(),
      options.hangTimeoutMs,
    );
  }

  /** @throws Error when the worker binary cannot run or a port is in use */
  static async create(options: MediaWorkerOptions): Promise<MediaWorker> {
    const { started, pipes } = WorkerPipes.of(
      () =>
        spawnWorker({
          ...options.log,
          ...(options.workerBin !== undefined && { workerBin: options.workerBin }),
        }),
      options.readEveryMs,
    );
    const worker = await started;
    try {
      const webRtcServer = await worker.createWebRtcServer({ listenInfos: listenInfos(options) });
      const dump = await webRtcServer.dump();
      const made = new MediaWorker(worker, webRtcServer, dump.udpSockets[0]?.port ?? 0, pipes(), options);
      await made.openGate(options, dump.tcpServers[0]?.port ?? 0);
      return made;
    } catch (error) {
      worker.close();
      throw error;
    }
  }

  private async openGate({ listenIp, port, tcp }: MediaWorkerOptions, workerPort: number): Promise<void> {
    const partyOf = (fragment: string) =>
      [...this.transports].find(({ iceParameters }) => iceParameters.usernameFragment === fragment);
    this.gate = await TcpGate.listen({ ...tcp, listenIp, port, workerPort, partyOf });
  }

  /** The ports for callers' media. */
  get ports(): { readonly udp: number; readonly tcp: number } {
    return { udp: this.udpPort, tcp: this.gate?.port ?? 0 };
  }

  get pid(): number {
    return this.worker.pid;
  }

  get load(): number {
    return this.users.size;
  }

  get isAlive(): boolean {
    return !this.dead && !this.worker.closed;
  }

  /** Counts `user` as load until `release`; `onDeath` is called as soon as the process dies. */
  use(user: object, onDeath: () => void): void {
    this.users.set(user, onDeath);
  }

  release(user: object): void {
    this.users.delete(user);
    if (this.users.size === 0) this.pipes?.readFreely();
  }

  /** Calls back once if the process exits unexpectedly. */
  onDied(handler: (error: Error) => void): void {
    this.worker.once('died', (error) => {
      this.dead = true;
      this.healthCheck.stop();
      this.gate?.close();
      handler(error);
      const callbacks = [...this.users.values()];
      this.users.clear();
      for (const callback of callbacks) callback();
    });
  }

  routerFor(codec: OfferedCodec): Promise<CodecRouter> {
    const key = `${codec.name}/${codec.payloadType}`;
    const known = this.routers.get(key);
    if (known) return known;
    const created = createCodecRouter(this.worker, codec);
    this.routers.set(key, created);
    created.catch(() => this.routers.delete(key));
    return created;
  }

  /** @param consentTimeoutMs How long the client may be silent on the network before the transport disconnects. */
  async createTransport(router: types.Router, consentTimeoutMs: number): Promise<types.WebRtcTransport> {
    const transport = await router.createWebRtcTransport({
      webRtcServer: this.webRtcServer,
      iceConsentTimeout: Math.round(consentTimeoutMs / 1_000),
    });
    this.transports.add(transport);
    transport.observer.once('close', () => this.transports.delete(transport));
    return transport;
  }

  async counts(): Promise<WorkerCounts> {
    const server = await this.webRtcServer.dump();
    const routers = await Promise.all(this.routers.values());
    const dumps = await Promise.all(routers.map(({ router }) => router.dump()));
    return {
      webRtcTransports: server.webRtcTransportIds.length,
      producers: dumps.reduce((sum, dump) => sum + dump.mapProducerIdConsumerIds.length, 0),
      consumers: dumps.reduce((sum, dump) => sum + dump.mapConsumerIdProducerId.length, 0),
    };
  }

  /** CPU time of the process so far, in milliseconds, and its peak memory, in bytes. */
  async usage(): Promise<{ readonly cpuMs: number; readonly maxResidentBytes: number }> {
    const usage = await this.worker.getResourceUsage();
    return { cpuMs: usage.ru_utime + usage.ru_stime, maxResidentBytes: usage.ru_maxrss * 1_024 };
  }

  /** Ends the process; resolves when it has exited. Idempotent. */
  async close(): Promise<void> {
    this.healthCheck.stop();
    this.gate?.close();
    if (this.worker.subprocessClosed) return;
    const gone = new Promise<void>((resolve) => this.worker.once('subprocessclose', resolve));
    this.worker.close();
    await gone;
  }

  /** Whether it was killed for not answering (`hangTimeoutMs`). */
  get hasHung(): boolean {
    return this.hung;
  }

  /** The exit is detected and reported to sessions like any other. */
  private kill(): void {
    this.hung = true;
    try {
      process.kill(this.worker.pid, 'SIGKILL');
    } catch {
      // Already gone.
    }
  }
}

function listenInfos({ listenIp, port }: MediaWorkerOptions): types.TransportListenInfo[] {
  const udp = { protocol: 'udp', ip: listenIp, port, recvBufferSize: UDP_RECEIVE_BUFFER_BYTES } as const;
  const tcp = { protocol: 'tcp', ip: BEHIND_GATE, port: 0 } as const;
  return [udp, tcp];
}
