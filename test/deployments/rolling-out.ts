import type { CallRequest } from '../../src/call-admission/admission.js';
import { newId } from '../../src/common/ids/index.js';
import type { Prisma } from '../../src/common/prisma/index.js';
import { SMALL_DOCUMENT, type TestAccount, type TestApp } from '../support/app.js';
import { type HttpAnswer, httpClient } from '../support/http.js';
import type { Admitted } from './admission.js';

export const HALF = { steps: [{ share: 50, calls: 40 }], guards: [{ metric: 'tool_errors' }] };

/** Enough callers to observe their distribution. */
export const CALLERS = Array.from({ length: 100 }, (_, index) => `+4420794${index}`);

/** An account's agents with versions for live callers, and recorded calls without real ones. */
export class RollingOut {
  agentId!: string;
  private token!: string;
  readonly call: ReturnType<typeof httpClient>;

  private constructor(
    readonly service: TestApp,
    readonly account: TestAccount,
    readonly key: string,
  ) {
    this.call = httpClient(service.baseUrl);
  }

  static async on(service: TestApp): Promise<RollingOut> {
    const account = await service.createAccount();
    return new RollingOut(service, account, await service.createKey(account));
  }

  async newAgent(): Promise<void> {
    this.agentId = await this.service.createAgent(this.account);
    this.token = await this.service.createConnector(this.account, this.agentId, 'live');
  }

  deployments(path: string): string {
    return `/v1/agents/${this.agentId}/deployments/${path}`;
  }

  publish(more: object = {}, key = this.key): Promise<HttpAnswer> {
    return this.call('POST', this.deployments('publish'), { key, body: { environment: 'live', ...more } });
  }

  steer(rolloutId: string, action: string, key = this.key): Promise<HttpAnswer> {
    return this.call('POST', `/v1/agents/${this.agentId}/rollouts/${rolloutId}/${action}`, { key });
  }

  async rolloutOf(deploymentId: string) {
    const { body } = await this.call('GET', `/v1/agents/${this.agentId}/rollouts`, { key: this.key });
    return body.rollouts.find((rollout: { deploymentId: string }) => rollout.deploymentId === deploymentId);
  }

  async stateOf(deploymentId: string) {
    return (await this.rolloutOf(deploymentId))?.state;
  }

  async activeInLive() {
    return (await this.call('GET', this.deployments('active'), { key: this.key })).body.activeDeployments
      .live;
  }

  async write(greeting: string, document: object = {}): Promise<void> {
    const path = `/v1/agents/${this.agentId}/draft`;
    const draft = await this.call('GET', path, { key: this.key });
    const saved = await this.call('PUT', path, {
      key: this.key,
      body: { revision: draft.body.revision, document: { ...SMALL_DOCUMENT, ...document, greeting } },
    });
    expect(saved.status).toBe(200);
  }

  async publishGreeting(
    greeting: string,
    more: object = {},
    document: object = {},
  ): Promise<{ id: string; version: string }> {
    await this.write(greeting, document);
    const answer = await this.publish(more);
    expect(answer.status).toBe(201);
    return answer.body.deployment;
  }

  /** An old version for everybody, and a new one rolled out. */
  async begin(rollout: object = HALF, document: object = {}) {
    const old = await this.publishGreeting('Old.', {}, document);
    const fresh = await this.publishGreeting('New.', { rollout }, document);
    return { old, fresh, rollout: await this.rolloutOf(fresh.id) };
  }

  /** The result of a caller's offer. */
  async admit(caller: string, more?: Partial<CallRequest>): Promise<Admitted> {
    const [admitted] = await this.admitAll([caller], more);
    return admitted!;
  }

  /** Results of callers' offers. @param at The instance receiving them */
  admitAll(
    callers: readonly string[],
    more: Partial<CallRequest> = {},
    at = this.service,
  ): Promise<Admitted[]> {
    return admissionAt(at).admit({ authToken: this.token, ...more }, callers);
  }

  /** Analysis requests for these sessions. */
  analyses(sessionIds: readonly string[], at = this.service) {
    return admissionAt(at).analyses({ authToken: this.token }, sessionIds);
  }

  /** Records calls as the service does, some of them transferred. */
  async record(
    rollout: { rolloutId: string; share: number },
    deploymentId: string,
    errors: boolean[],
    {
      isTransferred = false,
      ...more
    }: Partial<Prisma.ConversationCreateManyInput> & { isTransferred?: boolean } = {},
  ) {
    const endedAt = Date.now();
    const rows = errors.map((failed, index) => ({
      id: newId('conv'),
      sessionId: newId('sess'),
      accountId: this.account.accountId,
      agentId: this.agentId,
      ...({
        target: 'live',
        environment: 'live',
        mode: 'end-to-end',
        adapter: 'test',
        instanceId: 'test',
      } as const),
      ...{ deploymentId, rolloutId: rollout.rolloutId, rolloutShare: rollout.share },
      startedAt: new Date(endedAt),
      connectedAt: new Date(endedAt),
      endedAt: new Date(endedAt + index),
      functionErrors: failed ? 1 : 0,
      ...more,
    }));
    const events = rows.map(({ id: conversationId }) => ({
      ...{ id: newId('evt'), conversationId, position: 0, kind: 'transfer', at: new Date(endedAt) },
      details: { done: true },
    }));
    await this.service.prisma.$transaction([
      this.service.prisma.conversation.createMany({ data: rows }),
      this.service.prisma.conversationEvent.createMany({ data: isTransferred ? events : [] }),
    ]);
  }
}

const admissionAt = (service: TestApp) =>
  service.module<typeof import('./admission.js')>('test/deployments/admission.ts');
