import { readFile } from 'node:fs/promises';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig, ConfigError } from '../common/config/index.js';
import { InstanceLease } from '../cluster/index.js';
import { MediaService } from '../media/index.js';
import {
  firstOutsideLoopback,
  type GateRefusal,
  type GateVerdict,
  isOwnAddress,
  type SipCounts,
  SipEndpoint,
  type SipFlow,
  type SipHead,
  warning,
} from '../sip/index.js';
import { BUSY_HEADERS } from './phone-call/refusal-status.js';
import { RefusedCalls } from './diagnostics/refused-calls.service.js';
import { SipTrace } from './diagnostics/sip-trace.service.js';
import { PhoneCallRestorer } from './failover/phone-call-restorer.service.js';
import { Gate } from './incoming/gate.js';
import { IncomingCalls } from './incoming/incoming-calls.service.js';
import { MessageBudget } from './incoming/message-budget.js';
import { CalledAddresses } from './servers/called-addresses.js';
import { OutboundQueue } from './outbound/outbound-queue.service.js';
import { Registrations } from './servers/registrations.service.js';
import { TelephonyMetrics } from './metrics/telephony-metrics.js';
import { LineDialler } from './dialling/line-dialler.service.js';
import { parseAddressRange } from '../common/address-ranges/index.js';
import { type TrunkCandidates, NO_OUTBOUND_CALLS, type Trunk, TRUNK_CODECS } from './trunks/trunk.js';
import { ServerLookup } from './servers/server-lookup.js';
import { TrunkHealth } from './servers/trunk-health.service.js';
import { TrunkDirectory } from './trunks/trunk-directory.js';

const DEMO_USER = 'demo';
const DEMO_TRUNK_ID = 'trk_demo';

/** Responses that mean that our registration is missing or has expired. */
const UNKNOWN_THERE: ReadonlySet<number> = new Set([401, 403, 404, 407]);

const PORT_TRIES = 20;
const SIP_LIMITS = {
  maxMessageBytes: 16_384,
  // Larger datagrams are fragmented, and firewalls and NATs drop fragments (RFC 3261, 18.1.1).
  maxDatagramBytes: 1_300,
  maxConnections: 1_000,
  maxConnectionsPerAddress: 100,
  idleMs: 600_000,
};

/** Requests of running calls are repeated by their sender. */
const overBudget = ({ toTag, method }: SipHead): GateRefusal =>
  toTag === '' && method !== 'ACK'
    ? { kind: 'refused', status: 503, headers: [...BUSY_HEADERS, warning(TOO_MANY_REQUESTS)] }
    : { kind: 'ignored' };

const TOO_MANY_REQUESTS = 'The trunks of this account send too many requests a second';

const ownHost = (): string => firstOutsideLoopback() ?? '127.0.0.1';

const NOBODY: SipCounts = {
  dialogs: 0,
  serverTransactions: 0,
  clientTransactions: 0,
  connections: 0,
  retransmitting: 0,
  retransmitted: 0,
  unreadable: 0,
  ignored: 0,
  refused: 0,
  parsed: 0,
  parseMs: 0,
};

/** This process's SIP listener; dispatches invitations. */
@Injectable()
export class TelephonyService implements OnApplicationBootstrap, OnApplicationShutdown {
  private endpoint: SipEndpoint<TrunkCandidates> | undefined;
  private demo: Trunk | undefined;

  constructor(
    private readonly directory: TrunkDirectory,
    private readonly incoming: IncomingCalls,
    private readonly budget: MessageBudget,
    private readonly registrations: Registrations,
    private readonly outbound: OutboundQueue,
    private readonly lines: LineDialler,
    private readonly called: CalledAddresses,
    private readonly servers: ServerLookup,
    private readonly refused: RefusedCalls,
    private readonly trace: SipTrace,
    private readonly health: TrunkHealth,
    private readonly restorer: PhoneCallRestorer,
    private readonly lease: InstanceLease,
    private readonly config: AppConfig,
    metrics: TelephonyMetrics,
    media: MediaService,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(TelephonyService.name);
    metrics.watch(() => this.counts());
    metrics.watchAudio(() => media.phoneTraffic);
    metrics.watchTrunks({
      up: () => health.count('up'),
      down: () => health.count('down'),
      registered: () => registrations.count('registered'),
      unregistered: () => registrations.count('failed'),
    });
  }

  /** The SIP port for UDP and TCP; undefined if SIP is off. */
  get port(): number | undefined {
    return this.endpoint?.port;
  }

  /** The SIP port for TLS; undefined if there is none. */
  get tlsPort(): number | undefined {
    return this.endpoint?.transport.tlsPort;
  }

  /** Running phone calls. */
  get callCount(): number {
    return this.incoming.count + this.outbound.count + this.lines.count + this.restorer.count;
  }

  counts(): SipCounts {
    return this.endpoint?.counts() ?? NOBODY;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { telephony } = this.config;
    if (!telephony.enabled) return;
    const gate = new Gate(
      (address) => this.trunksAt(address),
      telephony,
      (address) => this.called.has(address),
      Date.now,
      (trunks, head, address, refusal) =>
        this.refused.note({
          ...{ trunks, callId: head.header('call-id') ?? '', address, parties: undefined },
          ...refusal,
        }),
    );
    const endpoint = await this.listen(gate);
    this.endpoint = endpoint;
    this.directory.listensAt(`${telephony.publicAddress ?? ownHost()}:${endpoint.port}`);
    this.registrations.begin(endpoint);
    this.outbound.begin(endpoint);
    this.lines.begin(endpoint);
    this.health.begin(endpoint);
    this.restorer.begin(endpoint, (id) => this.trunkOf(id));
    this.logger.debug({ port: endpoint.port, ip: telephony.listenIp }, 'listening for SIP');
  }

  /** All calls have ended, so closing the sockets cuts none off. */
  onApplicationShutdown(): void {
    this.endpoint?.close();
    this.endpoint = undefined;
  }

  /**
   * Opens a line from programs on this machine and SIP_DEMO_ADDRESSES to one connector, for any dialled number. Returns
   * the address to dial; undefined if SIP is off.
   */
  openDemoLine(accountId: string, connectorId: string): string | undefined {
    const { port } = this;
    if (port === undefined) return undefined;
    const demo: Trunk = {
      id: DEMO_TRUNK_ID,
      accountId,
      isDemo: true,
      ranges: this.config.telephony.demoAddresses.map((text) => {
        const range = parseAddressRange(text);
        if (!range) {
          throw new ConfigError(['SIP_DEMO_ADDRESSES: write addresses and ranges as 192.168.0.0/16']);
        }
        return range;
      }),
      login: undefined,
      countryCode: undefined,
      localNumbers: [],
      defaultConnectorId: connectorId,
      security: 'as-offered',
      codecs: [...TRUNK_CODECS],
      earlyMedia: false,
      registrar: undefined,
      server: undefined,
      outbound: NO_OUTBOUND_CALLS,
      maxCalls: this.config.calls.maxConcurrent,
      maxCallsPerSecond: 100,
    };
    this.demo = demo;
    if (demo.ranges.length > 0) this.directory.addBuiltIn(demo);
    return `sip:${DEMO_USER}@${ownHost()}:${port}`;
  }

  private trunkOf(id: string): Trunk | undefined {
    return this.demo?.id === id ? this.demo : this.directory.all().find((trunk) => trunk.id === id);
  }

  private trunksAt(address: string): readonly Trunk[] {
    const known = this.directory.at(address);
    if (!this.demo || !isOwnAddress(address) || known.includes(this.demo)) return known;
    // Trunks have priority: a PBX on this machine calls its own numbers.
    return [...known, this.demo];
  }

  private async listen(gate: Gate): Promise<SipEndpoint<TrunkCandidates>> {
    const { telephony } = this.config;
    const secure = await this.tlsFiles();
    try {
      return await SipEndpoint.listen<TrunkCandidates>({
        listenIp: telephony.listenIp,
        listenIpv6: telephony.listenIpv6 === 'off' ? undefined : telephony.listenIpv6,
        port: telephony.port ?? telephony.usualPort,
        // On another port than one that was set, and opened in the firewall, no calls would arrive.
        portTries: telephony.port ? 0 : PORT_TRIES,
        ...(secure && { tls: { port: telephony.tlsPort, ...secure } }),
        ...(telephony.tlsCaFile !== undefined && { tlsCa: await readFile(telephony.tlsCaFile, 'utf8') }),
        announcedAddress: telephony.publicAddress,
        ...SIP_LIMITS,
        agentName: 'Earshot',
        hears: (address) => gate.hears(address) || this.directory.isServer(address),
        reads: (address) => this.budget.reads(address, () => this.trunksAt(address)),
        gate: (head, flow) => this.judge(gate, head, flow),
        seen: (message) => this.trace.see(message),
        owns: (callId, trunkId) => this.trace.owns(callId, [trunkId]),
        turnedAway: (head, flow, { trunks }, { status, cause, why }) =>
          this.refused.note({
            ...{ trunks, callId: head.header('call-id') ?? '', address: flow.address },
            parties: { caller: head.header('from') ?? '', called: head.requestUri },
            ...{ status, cause, reason: why },
          }),
        invited: (invite, line) => this.incoming.receive(invite, line),
        mayAct: () => this.lease.watch.holds,
        isOver: (callId) => this.outbound.endedUnanswered(callId),
        served: (flow, method, status) => this.served(flow, method, status),
        problem: (error) => this.logger.warn({ err: error }, 'SIP message could not be handled'),
      });
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const message = `SIP can't listen on ${telephony.listenIp}, port ${telephony.port ?? telephony.usualPort} (${reason}): set SIP_PORT to a free port, or SIP_ENABLED=false`;
      throw new ConfigError([message]);
    }
  }

  private judge(gate: Gate, head: SipHead, flow: SipFlow): GateVerdict<TrunkCandidates> {
    const verdict = gate.judge(head, flow);
    if (verdict.kind === 'ignored' || verdict.kind === 'refused') return verdict;
    const { trunks } = verdict.line;
    if (!this.budget.handles(trunks)) return overBudget(head);
    if (verdict.kind === 'passed' && head.toTag === '') {
      this.trace.owns(
        head.header('call-id') ?? '',
        trunks.map(({ id }) => id),
      );
    }
    return verdict;
  }

  /** A server answered our request or timed out. */
  private served({ address, port }: SipFlow, method: string, status: number | undefined): void {
    this.servers.note({ address, port }, status !== undefined);
    const mayBeForgotten = method !== 'REGISTER' && UNKNOWN_THERE.has(status ?? 0);
    if (mayBeForgotten) this.registrations.renewAt(address);
  }

  private async tlsFiles(): Promise<{ cert: string; key: string } | undefined> {
    const { tlsCertFile, tlsKeyFile } = this.config.telephony;
    if (tlsCertFile === undefined) return undefined;
    if (tlsKeyFile === undefined) throw new ConfigError(['SIP_TLS_KEY_FILE goes with SIP_TLS_CERT_FILE']);
    try {
      return { cert: await readFile(tlsCertFile, 'utf8'), key: await readFile(tlsKeyFile, 'utf8') };
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'not readable';
      throw new ConfigError([`SIP_TLS_CERT_FILE or SIP_TLS_KEY_FILE can't be read (${code})`]);
    }
  }
}
