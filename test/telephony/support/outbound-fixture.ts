import type { AgentDocument } from '../../../src/agent-document/index.js';
import type { Overrides } from '../../../src/common/config/index.js';
import { until } from '../../support/until.js';
import { type Behaviour, CalledPhone } from './called-phone.js';
import { createPhoneFixture, type PhoneFixture } from './phone-fixture.js';

/** The called number. */
export const CALLED = '+442079460123';

const agent: AgentDocument = {
  schemaVersion: 1,
  greeting: 'Hello {{call.name | there}}.',
  languageCode: 'en-US',
};

const TRUNK = {
  transport: 'udp',
  loginUsername: null,
  loginPassword: null,
  allowedPrefixes: ['+44'],
  blockedPrefixes: [],
  callerIdentity: 'from',
  quietHours: null,
  maxCalls: 500,
  maxCallsPerSecond: 200,
};

interface Status {
  readonly status: string;
  readonly reason?: string;
}

/** A service with an agent that places calls. */
export class OutboundFixture {
  private phone: CalledPhone | undefined;

  private constructor(readonly service: PhoneFixture) {}

  static async create(
    env: Record<string, string> = {},
    outboundCalls: Overrides['outboundCalls'] = {},
  ): Promise<OutboundFixture> {
    const service = await createPhoneFixture(agent, {
      overrides: {
        quotas: { outboundCallsPerSecond: 1_000 },
        outboundCalls: { pollMs: 100, ...outboundCalls },
      },
      env,
      trunk: { allowedAddresses: ['203.0.113.1'] },
    });
    return new OutboundFixture(service);
  }

  /** The path of the agent's outbound calls. */
  get path(): string {
    return `/v1/agents/${this.service.agentId}/telephony/outbound-calls`;
  }

  order(more: object = {}) {
    return this.service.request('POST', this.path, { toNumber: CALLED, environment: 'live', ...more });
  }

  cancel(callSid: unknown) {
    return this.service.request('DELETE', `${this.path}/${String(callSid)}`);
  }

  async statusOf(callSid: unknown): Promise<Status> {
    return (await this.service.request('GET', `${this.path}/${String(callSid)}/status`))
      .body as unknown as Status;
  }

  /** A phone that acts as the trunk's server until the test ends. */
  async called(behaviour: Behaviour, trunk: object = {}): Promise<CalledPhone> {
    const phone = await CalledPhone.open(behaviour);
    this.phone = phone;
    const { request, trunkId } = this.service;
    const server = { ...TRUNK, host: phone.host, port: phone.port, ...trunk };
    const { status, body } = await request('PATCH', `/v1/telephony/trunks/${trunkId}`, server);
    expect([status, body]).toEqual([200, expect.anything()]);
    return phone;
  }

  /** An order's final status. */
  settled(callSid: unknown): Promise<Status> {
    return until(
      'the order is settled',
      async () => {
        const { status, reason } = await this.statusOf(callSid);
        return ['SUCCESS', 'FAILURE'].includes(status) && { status, ...(reason !== undefined && { reason }) };
      },
      20_000,
    );
  }

  /** Called after each test. */
  async nothingLeft(): Promise<void> {
    await this.service.nothingLeft(20_000);
    this.phone?.close();
    this.phone = undefined;
  }

  close(): Promise<void> {
    return this.service.close();
  }
}
