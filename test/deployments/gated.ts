import { newId } from '../../src/common/ids/index.js';
import type { Prisma } from '../../src/common/prisma/index.js';
import { SMALL_DOCUMENT, type TestAccount, type TestApp } from '../support/app.js';
import { type HttpAnswer, httpClient } from '../support/http.js';

/** Options of a service with short delays for gates and tests. */
export const GATED = {
  overrides: {
    quotas: { requests: 0 },
    deployments: { gatesLookMs: 100 },
    testSets: { pollIntervalMs: 50 },
  },
};

/** Agents with gates, and two people working on them. */
export class GatedService {
  account!: TestAccount;
  /** Keys of Ada, who writes and deploys, and of Grace. */
  ada!: string;
  grace!: string;
  agentId!: string;
  private greetings = 0;
  readonly call: ReturnType<typeof httpClient>;

  private constructor(readonly service: TestApp) {
    this.call = httpClient(service.baseUrl);
  }

  static async on(service: TestApp): Promise<GatedService> {
    const gated = new GatedService(service);
    gated.account = await service.createAccount();
    gated.ada = await service.createKey(gated.account);
    gated.grace = await service.createKey({ ...gated.account, email: 'grace@example.test' });
    return gated;
  }

  async newAgent(): Promise<void> {
    this.agentId = await this.service.createAgent(this.account);
  }

  at(path: string): string {
    return `/v1/agents/${this.agentId}/${path}`;
  }

  setGates(rules: object, environment = 'live', key = this.ada): Promise<HttpAnswer> {
    return this.call('PUT', this.at(`environments/${environment}/gates`), { key, body: rules });
  }

  async write(): Promise<string> {
    const { body } = await this.call('GET', this.at('draft'), { key: this.ada });
    const document = { ...SMALL_DOCUMENT, greeting: `Hello ${++this.greetings}.` };
    const saved = await this.call('PUT', this.at('draft'), {
      key: this.ada,
      body: { revision: body.revision, document },
    });
    return saved.body.version as string;
  }

  publish(environment: string, more: object = {}, key = this.ada): Promise<HttpAnswer> {
    return this.call('POST', this.at('deployments/publish'), { key, body: { environment, ...more } });
  }

  promote(deploymentId: string, more: object = {}, key = this.ada): Promise<HttpAnswer> {
    const body = { targetEnvironment: 'live', ...more };
    return this.call('POST', this.at(`deployments/${deploymentId}/promote`), { key, body });
  }

  rollBack(deploymentId: string, more: object = {}, key = this.ada): Promise<HttpAnswer> {
    return this.call('POST', this.at(`deployments/${deploymentId}/rollback`), { key, body: more });
  }

  approve(version: string, key = this.grace, environment = 'live'): Promise<HttpAnswer> {
    const body = { version, comment: 'Fine.' };
    return this.call('POST', this.at(`environments/${environment}/approvals`), { key, body });
  }

  async pending(id: string) {
    const { body } = await this.call('GET', this.at(`pending-deployments/${id}`), { key: this.ada });
    return body.pendingDeployment;
  }

  async live(): Promise<{ id: string; version: string } | null> {
    const { body } = await this.call('GET', this.at('deployments/active'), { key: this.ada });
    return body.activeDeployments.live;
  }

  async history(environment = 'live') {
    const path = this.at(`deployments?environment=${environment}&limit=100`);
    return (await this.call('GET', path, { key: this.ada })).body.deployments;
  }

  async newTestSet(says = 'hello'): Promise<string> {
    const turns = [{ expect: [{ kind: 'contains', text: says }] }];
    const body = { name: 'Reception', enabled: false, cases: [{ name: 'Greeting', turns }] };
    const { body: made } = await this.call('POST', this.at('test-sets'), { key: this.ada, body });
    return made.testSet.id as string;
  }

  /** A finished run as the service writes it. */
  async recordRun(testSetId: string, version: string, hasPassed: boolean): Promise<void> {
    const { accountId } = this.account;
    await this.service.prisma.testRun.create({
      data: {
        ...{ id: newId('tr'), accountId, agentId: this.agentId, testSetId, version },
        ...{ target: 'draft', mode: 'traditional', cases: [], total: 1, createdBy: 'test' },
        ...{ state: hasPassed ? 'passed' : 'failed', finishedAt: new Date() },
      },
    });
  }

  /** An ended live call as the service writes it. @param says The caller's words. */
  async recordCall(says: string, more: Partial<Prisma.ConversationUncheckedCreateInput>): Promise<string> {
    const { accountId } = this.account;
    const of = { accountId, agentId: this.agentId };
    const endedAt = new Date();
    const { id } = await this.service.prisma.conversation.create({
      data: {
        ...{ id: newId('conv'), sessionId: newId('sess'), ...of, target: 'live', environment: 'live' },
        ...{ mode: 'end-to-end', adapter: 'test', instanceId: 'test', endReason: 'client-close' },
        ...{ startedAt: endedAt, connectedAt: endedAt, endedAt, ...more },
        turns: {
          create: [
            { id: newId('turn'), ...of, position: 0, speaker: 'caller', text: says, startedAt: endedAt },
          ],
        },
      },
    });
    return id;
  }

  async newAlertRule(): Promise<string> {
    const body = {
      ...{ name: 'Slow', project_id: this.agentId, metric: 'call_volume', operator: '>' },
      ...{ threshold_value: 1, window_duration: '5m' },
    };
    return (await this.call('POST', '/v1/alert-rules', { key: this.ada, body })).body.id as string;
  }

  /** As the evaluation would do, which then skips the rule. */
  async setFiring(ruleId: string, fires: boolean): Promise<void> {
    await this.service.prisma.alertRule.update({
      where: { id: ruleId },
      data: { state: fires ? 'alert' : 'ok', nextEvaluationAt: new Date(Date.now() + 3_600_000) },
    });
  }
}
