import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { JobRunner, type PeriodicJob } from '../../jobs/index.js';
import type { SipEndpoint } from '../../sip/index.js';
import { type TrunkCandidates, SIP_PROTOCOLS, type Trunk } from '../trunks/trunk.js';
import { CalledAddresses } from './called-addresses.js';
import { Registrations } from './registrations.service.js';
import { ServerLookup } from './server-lookup.js';
import { TrunkDirectory } from '../trunks/trunk-directory.js';

/** The result of the last OPTIONS to a trunk's server. */
export interface TrunkHealthState {
  readonly kind: 'up' | 'down';
  /** Start of this state. */
  readonly since: Date;
  readonly checkedAt: Date;
  /** The address that was tried. */
  readonly address: string | undefined;
  /** SIP status; undefined without a response. */
  readonly status: number | undefined;
  readonly roundTripMs: number | undefined;
  /** Why it is down. */
  readonly reason: string | undefined;
}

type Finding = Omit<TrunkHealthState, 'since' | 'checkedAt'>;

const LOOK_EVERY_MS = 1_000;
/** Concurrent checks; a silent server takes up to the full timeout. */
const AT_ONCE = 50;
/** From this status on, the server responds but cannot serve calls (RFC 3261, 21.5). */
const FIRST_FAULT = 500;

/** Checks trunk servers periodically with OPTIONS, which also keeps NAT bindings open. */
@Injectable()
export class TrunkHealth implements OnModuleDestroy {
  private endpoint: SipEndpoint<TrunkCandidates> | undefined;
  private readonly states = new Map<string, TrunkHealthState>();
  private readonly dueMs = new Map<string, number>();
  private readonly job: PeriodicJob;

  constructor(
    private readonly directory: TrunkDirectory,
    private readonly servers: ServerLookup,
    private readonly called: CalledAddresses,
    private readonly registrations: Registrations,
    private readonly config: AppConfig,
    runner: JobRunner,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(TrunkHealth.name);
    this.job = runner.periodic(TrunkHealth.name, {
      everyMs: LOOK_EVERY_MS,
      run: (signal) => this.askThoseThatAreDue(signal),
      onError: (error) => logger.warn({ err: error }, 'trunk health could not be checked'),
    });
  }

  begin(endpoint: SipEndpoint<TrunkCandidates>): void {
    this.endpoint = endpoint;
    if (this.config.telephony.optionsSeconds > 0) this.job.start();
  }

  onModuleDestroy(): Promise<void> {
    this.endpoint = undefined;
    return this.job.stop();
  }

  stateOf(trunkId: string): TrunkHealthState | undefined {
    return this.states.get(trunkId);
  }

  count(kind: TrunkHealthState['kind']): number {
    return [...this.states.values()].filter((state) => state.kind === kind).length;
  }

  /** Checks now. Undefined for a trunk without a server. Never rejects. */
  async check(trunk: Trunk): Promise<TrunkHealthState | undefined> {
    const found = await this.ask(trunk);
    if (!found) return undefined;
    const before = this.states.get(trunk.id);
    const checkedAt = new Date();
    const since = before?.kind === found.kind ? before.since : checkedAt;
    const state = { ...found, since, checkedAt };
    this.states.set(trunk.id, state);
    if (before && before.kind !== state.kind) {
      this.logger.info(
        { trunkId: trunk.id, state: state.kind, reason: state.reason },
        'trunk health changed',
      );
      if (state.kind === 'up') this.registrations.renew(trunk.id);
    }
    return state;
  }

  private async askThoseThatAreDue(signal: AbortSignal): Promise<void> {
    const nowMs = performance.now();
    const everyMs = this.config.telephony.optionsSeconds * 1_000;
    const trunks = this.directory.all().filter(({ server }) => server !== undefined);
    this.forgetAllBut(trunks);
    const due = trunks.filter(({ id }) => (this.dueMs.get(id) ?? 0) <= nowMs).slice(0, AT_ONCE);
    // Jitter spreads trunks that were added in the same minute.
    for (const { id } of due) this.dueMs.set(id, nowMs + everyMs * (0.9 + Math.random() / 5));
    if (!signal.aborted) await Promise.all(due.map((trunk) => this.check(trunk)));
  }

  private forgetAllBut(trunks: readonly Trunk[]): void {
    const known = new Set(trunks.map(({ id }) => id));
    for (const id of this.states.keys()) if (!known.has(id)) this.states.delete(id);
    for (const id of this.dueMs.keys()) if (!known.has(id)) this.dueMs.delete(id);
  }

  private async ask({ id, server }: Trunk): Promise<Finding | undefined> {
    if (!server) return undefined;
    try {
      let finding: Finding | undefined;
      const found = await this.servers.find(server);
      const others = [...found];
      for (const { address, port } of found) {
        others.shift();
        finding = await this.askAt(id, server, address, port);
        if (finding.kind === 'up') break;
      }
      // Calls prefer them again once they answer.
      const silent = others.filter((other) => this.servers.isSilent(other));
      await Promise.all(silent.map(({ address, port }) => this.askAt(id, server, address, port)));
      return finding ?? down('no server');
    } catch (error) {
      return down(error instanceof Error ? error.message : 'unreachable');
    }
  }

  private async askAt(
    owner: string,
    server: NonNullable<Trunk['server']>,
    address: string,
    port: number,
  ): Promise<Finding> {
    const { endpoint } = this;
    if (!endpoint) return down('SIP is switched off');
    const forget = this.called.add(address);
    try {
      const protocol = SIP_PROTOCOLS[server.transport];
      const flow = endpoint.transport.flowTo(protocol, address, port, server.host);
      const timeoutMs = this.config.outboundCalls.silenceMs;
      const outcome = await endpoint.ask(
        { domain: server.host, login: server.login, owner, timeoutMs },
        flow,
      );
      if (outcome.kind === 'silent') return { ...down('no answer'), address };
      const { status, roundTripMs } = outcome;
      if (status >= FIRST_FAULT) return { ...down(`answered ${status}`), address, status, roundTripMs };
      return { kind: 'up', address, status, roundTripMs, reason: undefined };
    } finally {
      forget();
    }
  }
}

const down = (reason: string): Finding => ({
  kind: 'down',
  address: undefined,
  status: undefined,
  roundTripMs: undefined,
  reason: reason.slice(0, 200),
});
