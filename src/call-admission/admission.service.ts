import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AdapterRegistry } from '../answering/index.js';
import type { AgentMode } from '../voice/agent-adapter.js';
import {
  type CallGrant,
  CALLS_REFUSED,
  CallTokensService,
  type CallTokenTerms,
  hashToken,
  isStale,
  SuspendedAccounts,
} from '../auth/index.js';
import {
  type AgentDocument,
  attributesOf,
  type CallVariables,
  fillDocument,
  refersToConfig,
  resolveVariant,
  withoutHandoff,
} from '../agent-document/index.js';
import { RealTimeConfigs } from '../agents/index.js';
import type { PublishedProviders } from '../answering/index.js';
import { Clock } from '../common/clock/index.js';
import { AppConfig } from '../common/config/index.js';
import { excerpt } from '../common/errors/index.js';
import type { RemoteCallRecord } from '../conversations/index.js';
import { KnowledgeService } from '../knowledge/index.js';
import { type CallLane, type CallRollout, DeploymentsService } from '../deployments/index.js';
import type { Admission, CallRequest, PresentedToken } from './admission.js';
import { resolveMode } from './agent-mode.js';
import type { CallSnapshot } from './call-snapshot.js';
import { type CallRefusal, refuse, UNAUTHORIZED } from './call-refusal.js';
import { equalInConstantTime } from '../common/secrets/index.js';

/** The build that answers a call; `deploymentId` is absent for drafts and pinned builds. */
interface Build {
  readonly deploymentId?: string;
  readonly artifactVersion?: string;
  readonly version?: string;
  readonly rollout?: CallRollout;
  readonly experiment?: { readonly id: string; readonly arm: string };
  /** The experiment's choice, for offers that name no variant. */
  readonly variantId?: string;
  readonly document: AgentDocument;
  /** Resolves providers that the build does not name; absent for a draft, which uses the current ones. */
  readonly providers?: PublishedProviders | undefined;
}

/** The fields of a call that the token of a re-offer is checked against. */
type Standing = Pick<Admission, 'agentId' | 'target' | 'tokenHash'>;

export const standingOf = ({ target, tokenHash }: CallSnapshot, agentId: string): Standing => ({
  agentId,
  target,
  tokenHash: Buffer.from(tokenHash, 'base64'),
});

const isRefusal = (value: Build | CallRefusal): value is CallRefusal => 'kind' in value;

/**
 * Decides whether an offer may become a call. The contract fixes the order: token, gateway policy, field values, agent.
 */
@Injectable()
export class AdmissionService {
  constructor(
    private readonly tokens: CallTokensService,
    private readonly suspended: SuspendedAccounts,
    private readonly deployments: DeploymentsService,
    private readonly adapters: AdapterRegistry,
    private readonly configs: RealTimeConfigs,
    private readonly knowledge: KnowledgeService,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(AdmissionService.name);
  }

  async admit(request: CallRequest): Promise<Admission | CallRefusal> {
    const grant = await this.grantOf(request);
    if (!grant || !names(request, grant)) return UNAUTHORIZED;
    if (this.suspended.has(grant.accountId)) return refuse('forbidden', CALLS_REFUSED);
    const active =
      grant.target === 'draft'
        ? undefined
        : await this.deployments.active(grant.agentId, grant.target, laneOf(request, grant));
    if (isStale(grant, active?.deploymentId)) return UNAUTHORIZED;
    const terms = termsOf(grant);
    const foreign = refusalByTerms(request, terms);
    if (foreign) return foreign;
    if (request.mode === 'echo' && this.config.signaling.gateway !== 'debug') {
      return refuse('forbidden', 'Mode echo is for debug gateways only.');
    }
    const mode = request.mode === undefined ? undefined : this.resolveMode(request.mode);
    if (request.mode !== undefined && !mode) {
      return refuse('invalid-argument', 'mode must be end-to-end or traditional, or left out.');
    }
    const build = await this.findBuild(request, grant, active);
    if (isRefusal(build)) return build;
    const admission = await this.admitTo(build, mode, request, grant);
    return (mode && (await this.refusalByMode(mode, admission, build))) ?? admission;
  }

  /** An unsupported mode is the caller's mistake if the agent offers another one. */
  private async refusalByMode(
    mode: AgentMode,
    admission: Admission | CallRefusal,
    { providers }: Build,
  ): Promise<CallRefusal | undefined> {
    if (admission.kind === 'refused' || admission.adapter.name !== 'nobody') return undefined;
    const served = await this.adapters.servedModes(admission.accountId, admission.agent, providers);
    if (served.length === 0) return undefined;
    return refuse(
      'agent-failure',
      `No engine can run this agent in the mode ${mode}. Leave mode out, or name one that can be served: ${served.join(', ')}.`,
    );
  }

  /**
   * Whether the token of a re-offer is valid for the admitted call, only for others (`foreign`), or for none. The
   * token's deployment may be outdated: a call outlives the deployment that it began with.
   */
  async admitAgain(
    request: PresentedToken & Pick<CallRequest, 'variantId'>,
    admission: Standing | undefined,
  ): Promise<'good' | 'foreign' | 'unauthorized'> {
    const grant = await this.grantAgain(request, admission);
    if (!grant || refusalByTerms(request, termsOf(grant))) return 'unauthorized';
    return grant.agentId === admission?.agentId && grant.target === admission.target ? 'good' : 'foreign';
  }

  /** Readmits a call from another process on its original build, after the caller has checked authorisation. */
  async readmit(
    request: CallRequest,
    snapshot: CallSnapshot,
    { agentId, began }: Pick<RemoteCallRecord, 'agentId' | 'began'>,
  ): Promise<Admission | CallRefusal> {
    const grant = request.line?.grant ?? (await this.grantAgain(request, standingOf(snapshot, agentId)));
    if (!grant) return UNAUTHORIZED;
    // The record may have fields that the journal lacks.
    const { version, variantId } = { ...began, ...snapshot };
    const { deploymentId, artifactVersion, rollout, experiment, caller, callee, mode } = snapshot;
    const document =
      version === undefined
        ? await this.deployments.draftDocument(agentId)
        : await this.deployments.document(agentId, version);
    if (!document) return refuse('agent-failure', 'The version that the call began with is gone.');
    if (!resolveVariant(document, variantId))
      return refuse('agent-failure', 'The variant that the call began with is gone.');
    const build = {
      ...{ version, deploymentId, artifactVersion, document },
      ...(deploymentId !== undefined && { providers: await this.deployments.providersOf(deploymentId) }),
      ...(rollout && { rollout }),
      ...(experiment && { experiment }),
    };
    // Ignore the connector's current variant; this call keeps the one that it started with.
    const { variantId: _ofNow, ...rest } = grant;
    const as = { ...rest, variables: snapshot.variables };
    return this.admitTo(build, mode, { ...request, variantId, caller, callee }, as);
  }

  /** The token that began the call stays valid for the maximum call length, unless it is revoked. */
  private async grantAgain(
    { authToken: token, clientAddress: address }: PresentedToken,
    admission: Standing | undefined,
  ): Promise<CallGrant | undefined> {
    if (token === undefined) return undefined;
    const isItsOwn = admission !== undefined && equalInConstantTime(hashToken(token), admission.tokenHash);
    if (!isItsOwn) return this.tokens.resolve(token, address);
    return this.tokens.resolveAgain(token, this.config.calls.maxDurationSeconds, address);
  }

  /** Phone lines need no token; all other offers do. */
  private async grantOf({ authToken, clientAddress, line }: CallRequest): Promise<CallGrant | undefined> {
    if (line) return line.grant;
    return authToken === undefined ? undefined : this.tokens.resolve(authToken, clientAddress);
  }

  private resolveMode(value: string): AgentMode | undefined {
    const resolved = resolveMode(value);
    if (resolved?.legacy)
      this.logger.warn({ mode: value, use: resolved.mode }, 'deprecated mode in an offer');
    return resolved?.mode;
  }

  private async findBuild(
    { agentVersionOverride }: CallRequest,
    grant: CallGrant,
    active: Build | undefined,
  ): Promise<Build | CallRefusal> {
    if (agentVersionOverride) {
      const { artifactVersion, lambdaDeploymentVersion } = agentVersionOverride;
      if (!artifactVersion || !lambdaDeploymentVersion) {
        const message = 'agentVersionOverride needs both artifactVersion and lambdaDeploymentVersion.';
        return refuse('invalid-argument', message);
      }
      const pinned = await this.deployments.artifact(grant.agentId, artifactVersion, lambdaDeploymentVersion);
      return pinned ?? refuse('invalid-argument', 'agentVersionOverride names no build of this agent.');
    }
    if (active) return active;
    if (grant.target !== 'draft') {
      return refuse('agent-failure', `Nothing is published to ${grant.target} yet. Publish the agent first.`);
    }
    const document = await this.deployments.draftDocument(grant.agentId);
    return document ? { document } : UNAUTHORIZED;
  }

  /** A draft uses the configuration of the first environment that it would be published to. */
  private async variablesOf(
    { callee }: CallRequest,
    caller: string | undefined,
    { agentId, target, variables = {} }: CallGrant,
    document: AgentDocument,
    variantId: string | undefined,
  ): Promise<CallVariables> {
    const environment = target === 'draft' ? 'sandbox' : target;
    const config = refersToConfig(document) ? await this.configs.values(agentId, environment) : {};
    const nowMs = () => this.clock.now().getTime();
    return { caller, callee, nowMs, variant: attributesOf(document, variantId), config, call: variables };
  }

  private async admitTo(
    build: Build,
    asked: AgentMode | undefined,
    request: CallRequest,
    grant: CallGrant,
  ): Promise<Admission | CallRefusal> {
    const variantId = request.variantId ?? grant.variantId ?? build.variantId;
    const chosen = resolveVariant(build.document, variantId);
    if (!chosen) return refuse('invalid-argument', 'variantId names no variant of this agent.');
    const written = grant.kind !== 'studio' && grant.disableHandoff ? withoutHandoff(chosen) : chosen;
    const terms = termsOf(grant);
    const caller = terms?.caller ?? request.caller;
    const variables = await this.variablesOf(request, caller, grant, build.document, variantId);
    const { accountId } = grant;
    const { version, providers } = build;
    const { mode, agent, adapter } = await this.adapters.resolve(accountId, asked, written, providers);
    const knowledge = await this.knowledge.of({ ...grant, version, agent });
    return {
      kind: 'admitted',
      accountId,
      agentId: grant.agentId,
      target: grant.target,
      connectorId: grant.kind === 'studio' ? undefined : grant.connectorId,
      variantId,
      deploymentId: build.deploymentId,
      artifactVersion: build.artifactVersion,
      version: build.version,
      rollout: build.rollout,
      ...(build.experiment && { experiment: build.experiment }),
      mode,
      agent: fillDocument(agent, variables),
      caller,
      variables,
      ...(knowledge && { knowledge }),
      terms,
      adapter,
      tokenHash: request.authToken === undefined ? randomBytes(32) : hashToken(request.authToken),
    };
  }
}

const termsOf = (grant: CallGrant): CallTokenTerms | undefined =>
  grant.kind === 'connector' ? grant.terms : undefined;

function refusalByTerms(
  { clientOrigin, variantId }: Pick<CallRequest, 'clientOrigin' | 'variantId'>,
  terms: CallTokenTerms | undefined,
): CallRefusal | undefined {
  if (!terms) return undefined;
  if (terms.origins.length > 0 && !terms.origins.includes(clientOrigin ?? '')) {
    const whose =
      clientOrigin === undefined ? 'A client that is no page' : `A page of ${excerpt(clientOrigin)}`;
    return refuse('forbidden', `${whose} may not use this call token: name its origin when it is minted.`);
  }
  if (terms.isVariantFixed && variantId !== undefined) {
    return refuse('invalid-argument', 'variantId is fixed by the call token: leave it out of the offer.');
  }
  return undefined;
}

/** Offers from the studio and offers that name a variant or a build bypass rollouts. */
function laneOf({ variantId, agentVersionOverride, caller }: CallRequest, grant: CallGrant): CallLane {
  if (grant.kind === 'studio' || agentVersionOverride) return 'newest';
  return (variantId ?? grant.variantId) === undefined
    ? { caller: termsOf(grant)?.caller ?? caller }
    : 'steady';
}

/** An offer may name the account and project; a token of another account or project is foreign. */
function names(request: CallRequest, grant: CallGrant): boolean {
  const { accountId, projectId } = request;
  return (!accountId || accountId === grant.accountId) && (!projectId || projectId === grant.agentId);
}
