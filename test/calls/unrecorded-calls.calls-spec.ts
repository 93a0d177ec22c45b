import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { SpokenCall } from '../support/spoken-call.js';
import { until } from '../support/until.js';

const BOUND = 524_288;
const GREETING = 'Hello there.';
/** Exceeds an account's limit alone. */
const FILLER: AgentDocument = {
  schemaVersion: 1,
  variants: Object.fromEntries(
    Array.from({ length: 19 }, (_, number) => [
      `variant-${number}`,
      { overrides: { prompt: randomBytes(36_000).toString('base64') } },
    ]),
  ),
};

describe('calls of an account at its storage limit', () => {
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let account: TestAccount;
  let key: string;
  let token: string;

  beforeAll(async () => {
    service = await createTestApp({
      env: {
        RECORDINGS_ENABLED: 'true',
      },
      overrides: { quotas: { storageBytes: BOUND }, conversations: { flushIntervalMs: 20 } },
    });
    call = httpClient(service.baseUrl);
    account = await service.createAccount();
    key = await service.createKey(account);
    const agentId = await service.createAgent(account, {
      schemaVersion: 1,
      greeting: GREETING,
      turnTaking: { noInputPromptMs: 0, hangUpAfterSilenceMs: 0 },
    });
    await publish(service, account, agentId, 'sandbox');
    token = await service.createConnector(account, agentId, 'sandbox');
  });
  afterAll(() => service?.close());

  const storage = async () => (await call('GET', '/v1/usage/storage', { key })).body;

  /** A call in which the agent greets. */
  async function greeted(): Promise<SpokenCall> {
    const spoken = await SpokenCall.begin(service.baseUrl, token, { mode: 'end-to-end' });
    await spoken.listen();
    return spoken;
  }

  /** A call's record and recording after its end. */
  async function ended({ sessionId }: SpokenCall) {
    const { id } = await until('the call is on record', () =>
      service.prisma.conversation.findFirst({ where: { sessionId, endedAt: { not: null } } }),
    );
    const { conversation } = (await call('GET', `/v1/conversations/${id}`, { key })).body;
    const said = conversation.turns.map(({ text }: { text: string }) => text);
    return { id, said, audio: conversation.audio, unrecorded: conversation.unrecorded };
  }

  it('continue unrecorded with a mark, and are recorded again once there is room', async () => {
    const before = await greeted();
    const filler = await service.createAgent(account, FILLER);
    expect((await storage()).usedBytes).toBeGreaterThan(BOUND);
    await until('the running call is no longer recorded', async () => {
      const where = { sessionId: before.sessionId };
      return (await service.prisma.conversation.findFirst({ where }))?.unrecorded === 'storage-limit';
    });
    const during = await greeted();
    for (const each of [before, during]) each.hangUp();
    const cut = await ended(before);
    expect(cut).toMatchObject({ said: [GREETING], unrecorded: 'storage-limit' });
    expect(await ended(during)).toMatchObject({ said: [], audio: null, unrecorded: 'storage-limit' });

    expect((await call('DELETE', `/v1/agents/${filler}`, { key })).status).toBe(204);
    expect((await storage()).usedBytes).toBeLessThan(BOUND);
    const after = await greeted();
    after.hangUp();
    const whole = await ended(after);
    expect(whole).toMatchObject({
      said: [GREETING],
      audio: { sizeBytes: expect.any(Number) },
      unrecorded: null,
    });
    const recorded = await until('both recordings are counted', async () => {
      const rows = await service.prisma.recording.findMany({ orderBy: { modifiedAt: 'asc' } });
      return rows.length === 2 && rows;
    });
    const sizes = [cut.id, whole.id].map((id) => {
      const file = `${id}.ogg`;
      return [file, statSync(path.join(service.dataDir, 'recordings', id.slice(-2), file)).size];
    });
    expect(recorded.map(({ name, bytes }) => [name, Number(bytes)])).toEqual(sizes);
    const { kinds } = await storage();
    const sound = kinds.find(({ kind }: { kind: string }) => kind === 'recordings').bytes;
    expect(sound).toBeGreaterThan(sizes.reduce((sum, [, size]) => sum + Number(size), 0));

    await call('DELETE', `/v1/conversations/${whole.id}`, { key });
    await call('DELETE', `/v1/conversations/${cut.id}`, { key });
    const left = (await storage()).kinds.map(({ kind }: { kind: string }) => kind);
    expect(left).not.toContain('recordings');
  });
});
