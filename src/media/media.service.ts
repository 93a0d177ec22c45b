import { availableParallelism } from 'node:os';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { loadResampler, OpusLibrary } from '../audio/index.js';
import type { AppConfig } from '../common/config/index.js';
import {
  MediaUnavailableError,
  type OpenMediaOutcome,
  type OpenMediaRequest,
  type SdpRefusal,
} from './media-session.js';
import { CodingEffort } from './codecs/coding-effort.js';
import { LocalCall, type LocalCallRequest } from './local/local-call.js';
import type { PhoneCallRequest } from './phone/phone-request.js';
import { PhoneSession } from './phone/phone-session.js';
import { type PhoneTraffic, PhoneTrafficCount } from './phone/phone-traffic.js';
import { RtpPorts } from './phone/rtp-ports.js';
import { MediaClock } from './rtp/media-clock.js';
import { type AudioOffer, refuseSdp } from './sdp/offer.js';
import { parseOffer } from './sdp/parse-offer.js';
import { mediaSessionSettings } from './session/media-session-settings.js';
import { type SessionSettings, WebRtcSession } from './session/webrtc-session.js';
import { within } from './workers/deadline.js';
import { hostCandidates, machineInterfaces, reachableAddresses } from './workers/listen-addresses.js';
import { type WorkerCounts, workerLog } from './workers/media-worker.js';
import { MediaWorkerPool } from './workers/media-worker-pool.js';
import { workersFor } from './workers/worker-ports.js';

type MediaConfig = AppConfig['media'];

/** A worker normally answers within milliseconds; beyond this it is stuck. */
const SET_UP_TIMEOUT_MS = 5_000;

/** 20 hears callers 10 ms sooner on average, and costs up to a fifth more processor time. */
const READ_EVERY_MS = 40;
const TCP_MAX_UNCHECKED_PER_ADDRESS = 50;
const TCP_MAX_UNCHECKED = 500;

/** Live objects, for metrics and leak tests. */
export interface MediaCounts extends WorkerCounts {
  readonly sessions: number;
  readonly codecStates: number;
  readonly clockTickers: number;
  readonly phoneSessions: number;
  /** Port pairs in use by phone calls. */
  readonly phonePorts: number;
}

export type OpenPhoneOutcome =
  | { readonly kind: 'answered'; readonly session: PhoneSession }
  | { readonly kind: 'refused'; readonly refusal: SdpRefusal };

/** Opens media sessions on a pool of media workers. */
export class MediaService implements OnApplicationShutdown {
  private static readonly logger = new Logger(MediaService.name);
  private readonly clock: MediaClock;
  private readonly effort: CodingEffort;
  private readonly settings: SessionSettings;
  private readonly phonePorts: RtpPorts;
  private readonly phoneSessions = new Set<PhoneSession>();
  private readonly traffic = new PhoneTrafficCount();
  private readonly localCalls = new Set<LocalCall>();
  private maySend = () => true;

  private constructor(
    private readonly config: MediaConfig,
    private readonly pool: MediaWorkerPool,
  ) {
    this.clock = new MediaClock(
      (error) => MediaService.logger.error({ err: error, msg: 'audio of a call could not be processed' }),
      config.overloadLagMs === 0 ? 0 : config.overloadPacingMs,
      () => this.pool.workers.forEach(({ pipes }) => pipes?.readOnce()),
    );
    this.effort = new CodingEffort(config.opusComplexity, (complexity) =>
      MediaService.logger.debug({
        complexity,
        msg: 'Opus encoder complexity changed',
      }),
    );
    this.effort.begin();
    this.phonePorts = new RtpPorts({
      listenIp: config.listenIp === '::' ? '0.0.0.0' : config.listenIp,
      firstPort: config.phoneFirstPort,
      lastPort: config.phoneLastPort,
    });
    this.settings = mediaSessionSettings(config, this.effort, () => this.maySend());
  }

  /**
   * Starts the workers and loads the codecs.
   * @throws Error that names the setting to change, when a worker cannot run or a port is in use
   */
  static async create(config: MediaConfig): Promise<MediaService> {
    OpusLibrary.instance();
    await loadResampler();
    const pool = await MediaWorkerPool.create({
      workers: workersFor(config, availableParallelism()),
      firstPort: config.port,
      listenIp: config.listenIp,
      workerBin: config.workerBin,
      hangTimeoutMs: config.workerHangTimeoutMs,
      readEveryMs: READ_EVERY_MS,
      sessionsSharing: config.callsSharingWorker,
      tcp: {
        checkTimeoutMs: config.tcpCheckTimeoutMs,
        idleTimeoutMs: config.consentTimeoutMs,
        maxUncheckedPerAddress: TCP_MAX_UNCHECKED_PER_ADDRESS,
        maxUnchecked: TCP_MAX_UNCHECKED,
      },
      log: workerLog(config.logLevel),
    });
    MediaService.logger.debug({
      workers: pool.workers.map(({ pid, ports }) => ({ pid, ...ports })),
      msg: 'media workers are listening',
    });
    return new MediaService(config, pool);
  }

  /**
   * Answers an offer. An unusable offer is an outcome.
   * @throws MediaUnavailableError when no worker has capacity
   */
  async openSession(request: OpenMediaRequest): Promise<OpenMediaOutcome> {
    const parsed = parseOffer(request.offerSdp);
    if (!parsed.ok) return { kind: 'refused', refusal: parsed.refusal };
    const offer = parsed.value;
    const obstacle = firstOfferObstacle(offer, request.loop);
    if (obstacle) return { kind: 'refused', refusal: refuseSdp('NO_AUDIO', obstacle).refusal };
    return { kind: 'answered', session: await this.place(request, offer) };
  }

  /**
   * Opens the audio of a phone call on UDP ports of this process. An unusable offer is an outcome.
   * @throws MediaUnavailableError when no port is free
   */
  async openPhoneSession(request: PhoneCallRequest): Promise<OpenPhoneOutcome> {
    const pair = await this.phonePorts.open(request.localAddress);
    let session: PhoneSession | undefined;
    const outcome = PhoneSession.open(
      {
        pair,
        clock: this.clock,
        audio: this.settings.audio,
        silenceTimeoutMs: this.config.phoneSilenceTimeoutMs,
        onClosed: () => session && this.phoneOver(session),
      },
      request,
    );
    if (outcome.kind === 'answered') this.phoneSessions.add((session = outcome.session));
    return outcome;
  }

  /** A call with its caller in this process. It starts with its first listener. */
  openLocalCall(request: LocalCallRequest): LocalCall {
    const call = new LocalCall(request, {
      clock: this.clock,
      // Both ends are in this process, so no other process could own the call.
      audio: { ...this.settings.audio, maySend: undefined },
      onClosed: (closed) => this.localCalls.delete(closed),
    });
    this.localCalls.add(call);
    return call;
  }

  /**
   * Sends audio to callers only while `maySend` returns true. It is called before each packet, so it must be cheap. It
   * must also check clocks: after a freeze a process sends before its timers run.
   */
  sendOnlyWhile(maySend: () => boolean): void {
    this.maySend = maySend;
  }

  /** True if there is any external caller. */
  get hasCallers(): boolean {
    return this.phoneSessions.size > 0 || this.pool.workers.some(({ load }) => load > 0);
  }

  /** Checks an offer without setting anything up; undefined if it can be answered. */
  examine(offerSdp: string): SdpRefusal | undefined {
    const parsed = parseOffer(offerSdp);
    return parsed.ok ? undefined : parsed.refusal;
  }

  /** RTP counters of phone calls since the start. */
  get phoneTraffic(): PhoneTraffic {
    return this.traffic.read(this.phoneSessions);
  }

  async counts(): Promise<MediaCounts> {
    return {
      ...(await this.pool.counts()),
      sessions: this.pool.workers.reduce((sum, worker) => sum + worker.load, 0),
      codecStates: OpusLibrary.instance().stateCount,
      clockTickers: this.clock.tickerCount,
      phoneSessions: this.phoneSessions.size,
      phonePorts: this.phonePorts.inUse,
    };
  }

  /**
   * How far the audio of all calls has been behind for a second or longer, in milliseconds; near 0 while this process
   * keeps up.
   */
  get lagMs(): number {
    return this.clock.steadyLagMs;
  }

  /**
   * libopus's current complexity for agents, 0 (cheapest) to 10: below the configured one while the process is nearly
   * full.
   */
  get codingComplexity(): number {
    return this.effort.complexity;
  }

  /** True if the process lacks CPU time for running calls, so that another would harm them. */
  get isOverloaded(): boolean {
    const { overloadLagMs } = this.config;
    return (overloadLagMs > 0 && this.lagMs > overloadLagMs) || this.clock.isBehind;
  }

  /** 99th percentile of frame lateness across all calls, in the worst of the last five seconds, in milliseconds. */
  get pacingMs(): number {
    return this.clock.pacingMs;
  }

  get workerPids(): readonly number[] {
    return this.pool.workers.map(({ pid }) => pid);
  }

  /** CPU time and peak memory of all media workers so far. */
  async workerUsage(): Promise<{ readonly cpuMs: number; readonly maxResidentBytes: number }> {
    const usages = await Promise.all(this.pool.workers.map((worker) => worker.usage()));
    return {
      cpuMs: usages.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
      maxResidentBytes: usages.reduce((sum, { maxResidentBytes }) => sum + maxResidentBytes, 0),
    };
  }

  get sessionsPerWorker(): readonly number[] {
    return this.pool.workers.map(({ load }) => load);
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  /** Ends the workers and with them all remaining sessions. Idempotent. */
  close(): Promise<void> {
    for (const session of [...this.phoneSessions, ...this.localCalls]) session.close();
    this.effort.stop();
    this.clock.stop();
    return this.pool.close();
  }

  private phoneOver(session: PhoneSession): void {
    if (this.phoneSessions.delete(session)) this.traffic.add(session);
  }

  private async place(request: OpenMediaRequest, offer: AudioOffer): Promise<WebRtcSession> {
    const worker = this.pool.next();
    const [codec] = offer.codecs;
    if (!codec) throw new Error('An offer was accepted without a codec');
    const { listenIp, announcedAddress } = this.config;
    const addresses = reachableAddresses(listenIp, announcedAddress, machineInterfaces());
    const candidates = hostCandidates(addresses, worker.ports);
    const opening = WebRtcSession.open(
      { worker, clock: this.clock, candidates, settings: this.settings },
      request,
      offer,
      codec,
    );
    try {
      return await within(SET_UP_TIMEOUT_MS, opening);
    } catch (error) {
      // If the worker answers after the timeout, close the unwanted session.
      opening.then(
        (session) => session.close(),
        () => undefined,
      );
      throw new MediaUnavailableError('The media worker could not set up the call. Try again.', {
        cause: error,
      });
    }
  }
}

function firstOfferObstacle({ direction }: AudioOffer, loop: boolean): string | undefined {
  if (direction === 'inactive') return 'The audio section is inactive: nothing would be sent or received.';
  if (loop && direction !== 'sendrecv')
    return 'Echo needs an audio section that sends and receives (sendrecv).';
  return undefined;
}
