import { existsSync } from 'node:fs';
import { RecordingFiles } from '../../src/conversations/recordings/recording-files.js';
import { OpenAiStandIn } from '../stand-ins/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { CarriedCaller } from '../support/carried-caller.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';

describe('a call, through an instance that does not have it', () => {
  let model: OpenAiStandIn;
  let here: TestApp;
  let there: TestApp;
  let call: ReturnType<typeof httpClient>;
  let token: string;
  let key: string;
  const callers: CarriedCaller[] = [];

  beforeAll(async () => {
    model = await OpenAiStandIn.start({ brain: () => ({ kind: 'say', text: 'Yes.' }) });
    const env = {
      LLM_URL: model.url,
      STT_URL: model.url,
      TTS_URL: model.url,
      CONVERSATIONS_FLUSH_INTERVAL_MS: '20',
      RECORDINGS_ENABLED: 'true',
    };
    here = await createTestApp({ env });
    // Recordings are in storage that both have.
    there = await createTestApp({ env: { ...env, DATA_DIR: here.dataDir }, databaseUrl: here.databaseUrl });
    call = httpClient(there.baseUrl);
    const account = await here.createAccount();
    key = await here.createKey(account);
    const agentId = await here.createAgent(account, {
      schemaVersion: 1,
      greeting: 'Hello.',
      prompt: 'You are helpful.',
      models: { traditional: { llm: { provider: 'openai' } } },
    });
    await publish(here, account, agentId, 'sandbox');
    token = await here.createConnector(account, agentId, 'sandbox');
  }, 120_000);
  afterEach(() => {
    for (const caller of callers.splice(0)) caller.hangUp();
  });
  afterAll(async () => {
    await there?.close();
    await here?.close();
    await model?.close();
  });

  /** A caller who was greeted here, and the id of its record. */
  async function called(): Promise<{ caller: CarriedCaller; id: string }> {
    const caller = new CarriedCaller(token, { mode: 'traditional' });
    callers.push(caller);
    await caller.offerTo(here.baseUrl);
    await until('it is greeted', () => caller.said.length > 0);
    const { sessionId } = caller;
    const { id } = await until('it is on record', () =>
      here.prisma.conversation.findUnique({ where: { sessionId } }),
    );
    return { caller, id };
  }

  const isClosed = ({ frames }: CarriedCaller) => frames.some(({ type }) => type === 'close');

  it('is read while it goes on, with what was said', async () => {
    const { caller, id } = await called();
    await caller.ask('Are you there?');
    const record = await until('it is on record', async () => {
      const { body } = await call('GET', `/v1/conversations/${id}`, { key });
      const { turns, endedAt } = body.conversation as { turns: { text: string }[]; endedAt: unknown };
      return turns.length === 3 && turns[2]?.text === 'Yes.' ? { turns, endedAt } : undefined;
    });
    expect(record.turns.map(({ text }) => text)).toEqual(['Hello.', 'Are you there?', 'Yes.']);
    expect(record.endedAt).toBeNull();
  });

  it('is hung up by who may, and is not deleted before that', async () => {
    const { caller, id } = await called();
    const refused = await call('DELETE', `/v1/conversations/${id}`, { key });
    expect([refused.status, refused.body.error_code]).toEqual([409, 'CONVERSATION_IN_PROGRESS']);
    const foreign = await here.createKey(await here.createAccount());
    expect((await call('POST', `/v1/conversations/${id}/hang-up`, { key: foreign })).status).toBe(404);
    expect(isClosed(caller)).toBe(false);
    expect((await call('POST', `/v1/conversations/${id}/hang-up`, { key })).status).toBe(204);
    await until('its client is told', () => isClosed(caller));
    await until('it is over', () =>
      here.prisma.conversation.findFirst({ where: { id, endReason: 'hung-up' } }),
    );
  });

  it('is deleted with its recording, where both have one folder for them', async () => {
    const { caller, id } = await called();
    await caller.ask('Are you there?');
    caller.hangUp();
    await until('it is over', () =>
      here.prisma.conversation.findFirst({ where: { id, endedAt: { not: null } } }),
    );
    const files = here.app.get(RecordingFiles, { strict: false });
    const [file] = await until('it is recorded', async () => {
      const found = await files.folder.filesOf(id);
      return found.length > 0 ? found : undefined;
    });
    expect((await call('DELETE', `/v1/conversations/${id}`, { key })).status).toBe(204);
    expect((await call('GET', `/v1/conversations/${id}`, { key })).status).toBe(404);
    await until('the recording is gone', () => !existsSync(file?.path ?? '/'));
  });

  it('is none of the business of frames but `offer` and `close`, which are answered as if it were not there', async () => {
    const { caller, id } = await called();
    const socket = await SignalingClient.connect(there.baseUrl);
    const { sessionId } = caller;
    const unknown = { data: { code: 'INVALID_ARGUMENT', message: 'There is no such session.' } };
    for (const frame of [
      { type: 'text', sessionId, data: { text: 'Who is there?' } },
      { type: 'context', sessionId, data: { text: 'Nobody.' } },
      { type: 'ice-candidate', sessionId, data: { candidate: '' } },
      // Its own socket is there.
      { type: 'close', sessionId },
    ]) {
      const seen = socket.received.length;
      socket.send(frame);
      expect(await socket.next(() => true, seen)).toMatchObject(unknown);
    }
    socket.close();
    expect(await caller.ask('Are you there?')).toBe('Yes.');
    const turns = await here.prisma.turn.findMany({ where: { conversationId: id } });
    expect(turns.map(({ text }) => text)).not.toContain('Who is there?');
  });
});
