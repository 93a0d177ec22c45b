import type { AgentDocument } from '../../../src/agent-document/index.js';
import type { MediaService } from '../../../src/media/index.js';
import type { TelephonyService } from '../../../src/telephony/index.js';
import type { Overrides } from '../../../src/common/config/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../../support/app.js';
import { ownAddress } from '../../support/own-address.js';
import { publish } from '../../support/publish.js';
import type { Remote } from '../../support/service/start.js';
import { until } from '../../support/until.js';

export const NUMBER = '+442079460000';

/**
 * A service that listens for phones on a free port, with one published agent behind a number and a trunk for this
 * machine.
 */
export interface PhoneFixture {
  readonly app: TestApp;
  readonly account: TestAccount;
  readonly agentId: string;
  readonly key: string;
  readonly trunkId: string;
  readonly telephony: Remote<TelephonyService>;
  readonly host: string;
  readonly port: number;
  /** The URI a phone dials for the agent. */
  uri(parameters?: string): string;
  request(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Waits until no call, dialog, port, codec, transaction or retransmission is left. */
  nothingLeft(timeoutMs?: number): Promise<void>;
  close(): Promise<void>;
}

export async function createPhoneFixture(
  document: AgentDocument,
  {
    env = {},
    overrides,
    trunk = {},
  }: { env?: Record<string, string>; overrides?: Overrides; trunk?: object } = {},
): Promise<PhoneFixture> {
  const app = await createTestApp({
    env: { SIP_ENABLED: 'true', SIP_PORT: '0', ALLOW_PRIVATE_NETWORKS: 'sip', ...env },
    overrides,
  });
  const account = await app.createAccount();
  const agentId = await app.createAgent(account, document);
  await publish(app, account, agentId, 'live');
  const key = await app.createKey(account);
  const request: PhoneFixture['request'] = async (method, path, body) => {
    const response = await fetch(`${app.baseUrl}${path}`, {
      method,
      headers: { 'X-API-KEY': key, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    };
  };
  const host = ownAddress();
  const made = await request('POST', '/v1/telephony/trunks', {
    name: 'This machine',
    allowedAddresses: [host],
    maxCalls: 500,
    maxCallsPerSecond: 200,
    ...trunk,
  });
  await request('POST', `/v1/agents/${agentId}/telephony/phone-numbers`, { phoneNumbers: [NUMBER] });
  const telephony = app.provider<TelephonyService>('TelephonyService');
  const media = app.provider<MediaService>('MediaService');
  const port = (await telephony.port()) ?? 0;
  return {
    app,
    account,
    agentId,
    key,
    trunkId: String(made.body['trunkId']),
    telephony,
    host,
    port,
    uri: (parameters = '') => `sip:${NUMBER}@${host}:${port}${parameters}`,
    request,
    async nothingLeft(timeoutMs = 40_000) {
      let left = '';
      const isEmpty = async () => {
        const { phoneSessions, phonePorts, codecStates, clockTickers } = await media.counts();
        const { dialogs, retransmitting } = await telephony.counts();
        const counts = {
          phoneSessions,
          phonePorts,
          codecStates,
          clockTickers,
          dialogs,
          retransmitting,
          calls: await telephony.callCount(),
        };
        left = JSON.stringify(counts);
        return Object.values(counts).every((count) => count === 0);
      };
      await until('nothing is left of any call', isEmpty, timeoutMs).catch((error: unknown) => {
        throw new Error(left, { cause: error });
      });
    },
    close: () => app.close(),
  };
}
