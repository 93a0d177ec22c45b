import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { inTime } from '../../common/abort/index.js';
import type { Registration, RegistrationState, SipEndpoint } from '../../sip/index.js';
import { type TrunkCandidates, SIP_PROTOCOLS, type Trunk, type TrunkRegistrar } from '../trunks/trunk.js';
import { TrunkDirectory } from '../trunks/trunk-directory.js';
import { ServerLookup } from './server-lookup.js';

interface Running {
  /** The configuration it was started with; a change restarts it. */
  readonly terms: string;
  readonly registration: Registration;
}

/** The trunk may grant less. */
const REGISTER_SECONDS = 300;
/** How long shutdown waits for answers. */
const LEAVE_MS = 1_000;

/** Keeps this instance registered with the servers of trunks that require it. */
@Injectable()
export class Registrations implements OnModuleDestroy {
  private endpoint: SipEndpoint<TrunkCandidates> | undefined;
  private readonly running = new Map<string, Running>();
  private readonly leaving = new Set<Promise<void>>();

  constructor(
    private readonly directory: TrunkDirectory,
    private readonly servers: ServerLookup,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(Registrations.name);
  }

  begin(endpoint: SipEndpoint<TrunkCandidates>): void {
    this.endpoint = endpoint;
    this.directory.whenLoaded((trunks) => this.align(trunks));
  }

  stateOf(trunkId: string): RegistrationState | undefined {
    return this.running.get(trunkId)?.registration.state;
  }

  count(kind: RegistrationState['kind']): number {
    return [...this.running.values()].filter(({ registration }) => registration.state.kind === kind).length;
  }

  /** The trunk's server restarted and may have lost our registration. */
  renew(trunkId: string): void {
    this.running.get(trunkId)?.registration.renew();
  }

  /** A server at the address refused something that needs registration. */
  renewAt(address: string): void {
    for (const trunkId of this.running.keys()) {
      if (this.directory.isServerOf(trunkId, address)) this.renew(trunkId);
    }
  }

  /** Unregisters everywhere while the sockets are still open. */
  async onModuleDestroy(): Promise<void> {
    this.directory.whenLoaded(() => undefined);
    this.align([]);
    await inTime(Promise.all(this.leaving), LEAVE_MS, undefined);
    this.endpoint = undefined;
  }

  private align(trunks: readonly Trunk[]): void {
    const wanted = new Map(
      trunks.flatMap(({ id, registrar }) => (registrar ? [[id, registrar] as const] : [])),
    );
    for (const [id, { terms, registration }] of this.running) {
      const registrar = wanted.get(id);
      if (registrar && termsOf(registrar) === terms) continue;
      this.running.delete(id);
      this.takeBack(id, registration);
    }
    for (const [id, registrar] of wanted) if (!this.running.has(id)) this.register(id, registrar);
  }

  /** Accepts its responses until it has finished. */
  private takeBack(trunkId: string, registration: Registration): void {
    if (!this.endpoint) return;
    const leaving = this.endpoint.unregister(registration).finally(() => {
      this.leaving.delete(leaving);
      if (!this.running.has(trunkId)) this.directory.noteServer(trunkId, []);
    });
    this.leaving.add(leaving);
  }

  private register(trunkId: string, registrar: TrunkRegistrar): void {
    const { endpoint } = this;
    if (!endpoint) return;
    const registration = endpoint.register(
      {
        domain: registrar.host,
        login: registrar.login,
        contactUser: trunkId,
        expiresSeconds: REGISTER_SECONDS,
        open: async (failures) => {
          const servers = await this.servers.find(registrar);
          this.directory.noteServer(
            trunkId,
            servers.map(({ address }) => address),
          );
          // Each failure moves to the next server, among those that respond at all.
          const there = servers.filter((one) => !this.servers.isSilent(one));
          const possible = there.length > 0 ? there : servers;
          const server = possible[failures % possible.length];
          if (!server) throw new Error('no server');
          return endpoint.transport.flowTo(
            SIP_PROTOCOLS[registrar.transport],
            server.address,
            server.port,
            registrar.host,
          );
        },
      },
      (state) => {
        const details = state.kind === 'failed' ? { reason: state.reason } : {};
        this.logger.info({ trunkId, state: state.kind, ...details }, 'registration at a trunk changed state');
      },
    );
    this.running.set(trunkId, { terms: termsOf(registrar), registration });
  }
}

const termsOf = (registrar: TrunkRegistrar): string => JSON.stringify(registrar);
