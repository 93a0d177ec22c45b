import type { AgentDocument } from '../../src/agent-document/index.js';
import { parseBundle } from '../../src/cli/calls/bundle.js';
import { changedTurns, explanationOf } from '../../src/cli/calls/explanation.js';
import type { MediaService } from '../../src/media/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { alone, atOnce, keep } from '../support/scoped.js';
import { createTestSpeech, type TestSpeech } from '../support/speech.js';
import { SpokenCall } from '../support/spoken-call.js';
import { until } from '../support/until.js';

const QUESTION = 'what are your opening hours';
const SANDBOX_REPLY = 'We are open from nine in the morning until five in the evening.';
const LIVE_REPLY = 'You find us in Market Street beside the old station.';

const agent = (reply: string): AgentDocument => ({
  schemaVersion: 1,
  greeting: 'Welcome to the harbour hotel.',
  languageCode: 'en-US',
  intents: [
    { name: 'hours', examples: [QUESTION, 'when are you open'], reply },
    { name: 'goodbye', examples: ['goodbye', 'bye bye'], reply: 'Goodbye.', endsCall: true },
  ],
  fallbackReply: 'Sorry, I did not understand that.',
  turnTaking: { trace: true },
});

describe('spoken call over WebRTC', () => {
  let app: TestApp;
  let account: TestAccount;
  let agentId: string;
  let speech: TestSpeech;

  beforeAll(async () => {
    app = await createTestApp({ env: { MEDIA_OVERLOAD_LAG_MS: '20' } });
    account = await app.createAccount();
    agentId = await app.createAgent(account, agent(SANDBOX_REPLY));
    await publish(app, account, agentId, 'sandbox');
    speech = await createTestSpeech();
  });

  afterAll(async () => {
    await speech?.close();
    await app?.close();
  });

  atOnce.each(['end-to-end', 'cascaded'])(
    'is greeted, answered intelligibly and recorded (mode %s)',
    async (mode) => {
      const call = await SpokenCall.begin(
        app.baseUrl,
        await app.createConnector(account, agentId, 'sandbox'),
        { mode, caller: '+441632960000' },
      );
      const greeting = await call.listen(0);
      expect(await speech.heardShare(greeting, 'welcome to the harbour hotel')).toBeGreaterThanOrEqual(0.8);
      const answer = await call.ask(await speech.say(QUESTION));
      expect(await speech.heardShare(answer, SANDBOX_REPLY)).toBeGreaterThanOrEqual(0.8);
      call.hangUp();
      const { conversation } = await finished(call.sessionId);
      expect(conversation).toMatchObject({
        mode: mode === 'end-to-end' ? 'end-to-end' : 'traditional',
        caller: '+441632960000',
        endReason: 'client-close',
        crashed: false,
      });
      expect(conversation.turns.map(({ speaker, text }: Turn) => `${speaker}: ${text}`)).toEqual([
        'agent: Welcome to the harbour hotel.',
        // A busy machine may garble a word.
        expect.stringMatching(/^caller: .*opening hours\??$/i),
        `agent: ${SANDBOX_REPLY}`,
      ]);
      expect(conversation.turns[2].latency.endOfTurnMs).toBeGreaterThan(0);

      const path = `/v1/conversations/${conversation.id}`;
      const bundle = parseBundle(await bundleAt(`${path}/bundle`));
      expect(bundle).toMatchObject({ conversationId: conversation.id, isCutOff: false });
      const { lines, isSame } = explanationOf(bundle);
      expect(lines.at(-1)).toMatch(
        /^Decided once more: \d+ decisions on \d+ events and \d+ windows.*same\.$/,
      );
      expect(isSame).toBe(true);
      const otherwise = changedTurns(bundle, { endpointing: { minMs: 1_500, completeMs: 1_500 } });
      expect(otherwise[0]).toMatch(/^1 of \d+ turns change$/);
      expect(otherwise[1]).toMatch(/ended .* after (1[5-9]|2\d)\d\d ms of silence$/);
      expect(changedTurns(bundle, { prompts: { afterMs: 5_000 } })[0]).toMatch(/^0 of/);
      const key = await app.createKey(account);
      expect((await httpClient(app.baseUrl)('DELETE', path, { key })).status).toBe(204);
      expect(await app.prisma.turnTrace.count({ where: { conversationId: conversation.id } })).toBe(0);
    },
  );

  async function bundleAt(path: string): Promise<string> {
    const key = await app.createKey(account);
    return await until('the bundle is written', async () => {
      const answer = await fetch(`${app.baseUrl}${path}`, { headers: { 'x-api-key': key } });
      if (answer.status === 404) return undefined;
      expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
      return await answer.text();
    });
  }

  describe('with one agent in two environments', () => {
    atOnce('reaches the active deployment with the same token', async () => {
      const token = await app.createConnector(account, agentId, 'live');
      await putDraft(agent(LIVE_REPLY));
      await publish(app, account, agentId, 'live');
      const call = await SpokenCall.begin(app.baseUrl, token);
      await call.listen(0);
      const answer = await call.ask(await speech.say(QUESTION));
      expect(await speech.heardShare(answer, LIVE_REPLY)).toBeGreaterThanOrEqual(0.8);
      call.hangUp();
    });

    atOnce("ends with the server's close after the agent's last words", async () => {
      const call = await SpokenCall.begin(
        app.baseUrl,
        await app.createConnector(account, agentId, 'sandbox'),
      );
      await call.listen(0);
      const goodbye = await speech.say('goodbye');
      await call.speak(goodbye);
      // A stalled machine can damage a word; a caller asked again repeats itself.
      await call.closedByServer(10_000).catch(async () => {
        await call.speak(goodbye);
        await call.closedByServer();
      });
      expect((await finished(call.sessionId)).conversation.endReason).toBe('agent-hang-up');
      call.hangUp();
    });
  });

  alone('is refused while running calls are late, which continue', async () => {
    const token = await app.createConnector(account, agentId, 'sandbox');
    const media = app.provider<MediaService>('MediaService');
    const inService = app.module<typeof import('./support/in-service.js')>(
      'test/calls/support/in-service.ts',
    );
    const call = await SpokenCall.begin(app.baseUrl, token);
    await call.listen(0);
    const metric = async (name: string) => {
      const text = await (await fetch(`${app.baseUrl}/metrics`)).text();
      return Number(new RegExp(`^earshot_media_${name}\\{.*\\} (\\S+)$`, 'm').exec(text)?.[1]);
    };
    expect(await metric('lag_seconds')).toBeLessThan(0.02);

    await inService.holdUp(50);
    keep({ close: () => inService.goOn() });
    await until('the audio is late', () => media.isOverloaded(), 30_000);
    await expect(SpokenCall.begin(app.baseUrl, token)).rejects.toThrow(
      '{"code":"MEDIA_BRIDGE_FAILURE","message":"This server has more calls than it can carry well. ' +
        'Try again when some have ended."}',
    );
    expect(await metric('lag_seconds')).toBeGreaterThan(0.02);
    expect(await metric('coding_complexity')).toBe(1);
    await inService.goOn();

    await until('the audio is on time', async () => !(await media.isOverloaded()), 30_000);
    const answer = await call.ask(await speech.say(QUESTION));
    expect(await speech.heardShare(answer, SANDBOX_REPLY)).toBeGreaterThanOrEqual(0.8);
    const next = await SpokenCall.begin(app.baseUrl, token);
    next.hangUp();
    call.hangUp();
  });

  interface Turn {
    readonly speaker: string;
    readonly text: string;
  }

  async function finished(sessionId: string) {
    const { id } = await until('the record is finished', () =>
      app.prisma.conversation.findFirst({ where: { sessionId, endedAt: { not: null } } }),
    );
    const key = await app.createKey(account);
    return (await httpClient(app.baseUrl)('GET', `/v1/conversations/${id}`, { key })).body;
  }

  async function putDraft(document: AgentDocument): Promise<void> {
    const call = httpClient(app.baseUrl);
    const key = await app.createKey(account);
    const draft = await call('GET', `/v1/agents/${agentId}/draft`, { key });
    const answer = await call('PUT', `/v1/agents/${agentId}/draft`, {
      key,
      body: { revision: draft.body.draft?.revision ?? draft.body.revision, document },
    });
    expect(answer.status).toBe(200);
  }
});
