import { FormatRegistry } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { writeFileSync } from 'node:fs';
import { newId } from '../../src/common/ids/index.js';
import type { Prisma } from '../../src/common/prisma/index.js';
import type { RetentionService } from '../../src/conversations/retention.service.js';
import {
  ConversationDetailSchema,
  ConversationListSchema,
} from '../../src/conversations/http/conversation.schema.js';
import type { RecordingFiles } from '../../src/conversations/recordings/recording-files.js';
import { sharedApp, type TestApp } from '../support/app.js';
import { envelope, httpClient } from '../support/http.js';

const MINUTE_MS = 60_000;
const T0 = Date.parse('2026-03-01T12:00:00.000Z');
const at = (minutes: number) => new Date(T0 + minutes * MINUTE_MS);

describe('conversations over HTTP', () => {
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  /** Its lease is valid, so that its conversations may be running. */
  const instanceId = newId('inst');

  beforeAll(async () => {
    FormatRegistry.Set('date-time', (text) => new Date(text).toISOString() === text);
    service = sharedApp();
    call = httpClient(service.baseUrl);
    await service.prisma.instance.create({
      data: { id: instanceId, seenAt: new Date(), leaseExpiresAt: new Date(Date.now() + 3_600_000) },
    });
  });

  afterAll(() => service.close());

  /** Stores content as a conversation's recording. */
  async function record(id: string, content: string, part?: number): Promise<void> {
    const files = service.provider<RecordingFiles>('RecordingFiles');
    writeFileSync(await files.prepare(id, part), content);
  }

  const recordedBytes = (id: string) =>
    service
      .module<typeof import('./support/in-service.js')>('test/conversations/support/in-service.ts')
      .recordedBytes(id);

  /** An account with its own key; `add` stores a conversation and returns its id. */
  async function tenant() {
    const account = await service.createAccount();
    const key = await service.createKey(account);
    const add = async (details: Partial<Prisma.ConversationCreateInput> = {}): Promise<string> => {
      const row = await service.prisma.conversation.create({
        data: {
          id: newId('conv'),
          accountId: account.accountId,
          agentId: 'agent-a',
          sessionId: newId('sess'),
          target: 'live',
          environment: 'live',
          mode: 'traditional',
          adapter: 'starter',
          instanceId,
          startedAt: at(0),
          endedAt: at(1),
          endReason: 'client-closed',
          ...details,
        },
      });
      return row.id;
    };
    return { account, key, add };
  }

  it('serves a conversation and its recording at its own path and under its own agent only', async () => {
    const { key, add } = await tenant();
    const id = await add();
    await record(id, 'OggS');
    const paths = [`/v1/conversations/${id}`, `/v1/agents/agent-a/conversations/${id}`];
    const [alone, below] = await Promise.all(paths.map((path) => call('GET', path, { key })));
    const { turns: _turns, ...detail } = alone?.body.conversation;
    expect([below?.status, below?.body]).toEqual([
      200,
      expect.objectContaining({ ...detail, conversationId: id }),
    ]);
    const audio = await call('GET', `${paths[1]}/audio`, { key, headers: { range: 'bytes=1-2' } });
    expect([audio.status, audio.body]).toEqual([206, 'gg']);
    const silent = await add();
    for (const [path, code] of [
      [`/v1/agents/agent-b/conversations/${id}`, 'CONVERSATIONS_NOT_FOUND'],
      [`/v1/agents/agent-b/conversations/${id}/audio`, 'CONVERSATIONS_NOT_FOUND'],
      ['/v1/agents/agent-a/conversations/none', 'CONVERSATIONS_NOT_FOUND'],
      [`/v1/agents/agent-a/conversations/${silent}/audio`, 'CONVERSATIONS_RECORDING_NOT_FOUND'],
    ] as const) {
      const answer = await call('GET', path, { key });
      expect([answer.status, answer.body]).toEqual([404, envelope(answer, code)]);
    }
  });

  it('returns a conversation with ordered turns, latencies by stage, and events', async () => {
    const { key, add } = await tenant();
    const id = await add({
      media: { packetsLost: 1 },
      turns: {
        create: [
          {
            position: 1,
            speaker: 'agent',
            text: 'Nine to five.',
            endOfTurnMs: 300,
            firstAudioMs: 450,
            heardMs: 470,
          },
          { position: 0, speaker: 'caller', text: 'When are you open?' },
        ].map((turn) => ({
          id: newId('turn'),
          accountId: 'acc',
          agentId: 'agent-a',
          startedAt: at(0),
          ...turn,
        })),
      },
      events: {
        create: [{ id: newId('cev'), position: 0, kind: 'dtmf', at: at(0), details: { digits: '1' } }],
      },
    });
    const answer = await call('GET', `/v1/conversations/${id}`, { key });
    expect(answer.status).toBe(200);
    expect([...Value.Errors(ConversationDetailSchema, answer.body)].map(({ path }) => path)).toEqual([]);
    expect(answer.body.conversation).toMatchObject({
      id,
      target: 'live',
      durationMs: MINUTE_MS,
      media: { packetsLost: 1 },
      audio: null,
      turns: [
        { speaker: 'caller', text: 'When are you open?', latency: null, stages: null },
        {
          speaker: 'agent',
          latency: {
            endOfTurnMs: 300,
            transcriptMs: null,
            firstTokenMs: null,
            firstAudioMs: 450,
            heardMs: 470,
          },
          stages: { endpointingMs: 300, thinkingMs: null, synthesisMs: 150, deliveryMs: 20 },
        },
      ],
      events: [{ kind: 'dtmf', details: { digits: '1' } }],
    });
  });

  it('paginates all conversations once, newest first, even within one millisecond', async () => {
    const { key, add } = await tenant();
    const added: string[] = [];
    for (let index = 0; index < 7; index++) added.push(await add({ startedAt: at(Math.floor(index / 3)) }));
    const seen: string[] = [];
    const starts: string[] = [];
    let cursor = '';
    do {
      const answer = await call('GET', `/v1/conversations?limit=2${cursor}`, { key });
      expect(Value.Check(ConversationListSchema, answer.body)).toBe(true);
      for (const { id, startedAt } of answer.body.conversations) {
        seen.push(id);
        starts.push(startedAt);
      }
      cursor = answer.body.nextCursor ? `&cursor=${answer.body.nextCursor}` : '';
    } while (cursor !== '');
    expect(seen).toHaveLength(7);
    expect(new Set(seen)).toEqual(new Set(added));
    expect(starts).toEqual([...starts].sort().reverse());
  });

  it('filters by each field and by all', async () => {
    const { key, add } = await tenant();
    const ids = {
      crashed: await add({ crashed: true, endReason: 'agent-failure', startedAt: at(1) }),
      draft: await add({ target: 'draft', environment: null, mode: 'end-to-end', startedAt: at(2) }),
      other: await add({ agentId: 'agent-b', connectorId: 'con_x', startedAt: at(3) }),
    };
    const found = async (query: string) => {
      const { body } = await call('GET', `/v1/conversations?${query}`, { key });
      return body.conversations.map(({ id }: { id: string }) => id);
    };
    expect(await found('crashed=true')).toEqual([ids.crashed]);
    expect(await found('crashed=false')).toEqual([ids.other, ids.draft]);
    expect(await found('endReason=agent-failure')).toEqual([ids.crashed]);
    expect(await found('target=draft')).toEqual([ids.draft]);
    expect(await found('mode=end-to-end')).toEqual([ids.draft]);
    expect(await found('agentId=agent-b')).toEqual([ids.other]);
    expect(await found('connectorId=con_x')).toEqual([ids.other]);
    const tool = await add({ functionErrors: 2, startedAt: at(4), endedAt: at(9) });
    const running = await add({ startedAt: at(5), endedAt: null });
    expect(await found('withErrors=true')).toEqual([tool, ids.crashed]);
    expect(await found('withErrors=false')).toEqual([running, ids.other, ids.draft]);
    expect(await found('minSeconds=300')).toEqual([tool]);
    expect(await found('minSeconds=301')).toEqual([]);
    expect(await found('maxSeconds=299')).toEqual([ids.other, ids.draft, ids.crashed]);
    expect(await found(`from=${at(2).toISOString()}&to=${at(3).toISOString()}`)).toEqual([ids.draft]);
    expect(await found('agentId=agent-b&target=draft')).toEqual([]);
  });

  it.each([
    'limit=0',
    'limit=201',
    'crashed=maybe',
    'withErrors=some',
    'minSeconds=-1',
    'maxSeconds=long',
    'target=production',
    'from=yesterday',
    'cursor=nonsense',
    'agentId=a%20b',
    'colour=red',
    'mode=echo&mode=echo',
  ])('rejects the query %s', async (query) => {
    const { key } = await tenant();
    const answer = await call('GET', `/v1/conversations?${query}`, { key });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(envelope(answer, 'SCHEMA_VALIDATION_FAILED'));
  });

  it("answers alike for another account's conversation, an agent beyond the key's limits and an unknown id", async () => {
    const owner = await tenant();
    const id = await owner.add();
    await record(id, 'audio');
    const stranger = await tenant();
    const limited = await service.createKey(owner.account, { agentIds: ['agent-b'] });
    const asked = [
      { key: stranger.key, id },
      { key: limited, id },
      { key: owner.key, id: newId('conv') },
      { key: owner.key, id: 'conv_%20' },
    ];
    for (const { key, id: asking } of asked) {
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/audio'],
        ['DELETE', ''],
      ] as const) {
        const answer = await call(method, `/v1/conversations/${asking}${path}`, { key });
        expect(answer.status).toBe(404);
        expect(answer.body).toEqual(envelope(answer, 'CONVERSATIONS_NOT_FOUND', 'No such conversation.'));
      }
    }
    const list = await call('GET', '/v1/conversations', { key: limited });
    expect(list.body.conversations).toEqual([]);
    expect((await call('GET', `/v1/conversations/${id}`, { key: owner.key })).status).toBe(200);
  });

  it('serves the recording in full or by range, with 304 for a matching ETag', async () => {
    const { key, add } = await tenant();
    const id = await add();
    const path = `/v1/conversations/${id}/audio`;
    expect((await call('GET', path, { key })).body.error_code).toBe('CONVERSATIONS_RECORDING_NOT_FOUND');
    await record(id, '0123456789');

    const whole = await call('GET', path, { key });
    expect(whole.status).toBe(200);
    expect(whole.body).toBe('0123456789');
    expect(whole.headers.get('content-type')).toBe('audio/ogg; codecs=opus');
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    const tag = whole.headers.get('etag') ?? '';

    const part = await call('GET', path, { key, headers: { range: 'bytes=2-4', 'if-range': tag } });
    expect(part.status).toBe(206);
    expect(part.body).toBe('234');
    expect(part.headers.get('content-range')).toBe('bytes 2-4/10');
    const changed = await call('GET', path, { key, headers: { range: 'bytes=2-4', 'if-range': '"old"' } });
    expect([changed.status, changed.body]).toEqual([200, '0123456789']);

    const outside = await call('GET', path, { key, headers: { range: 'bytes=10-' } });
    expect(outside.status).toBe(416);
    expect(outside.body).toEqual(envelope(outside, 'RANGE_NOT_SATISFIABLE'));
    expect(outside.headers.get('content-range')).toBe('bytes */10');

    const known = await call('GET', path, { key, headers: { 'if-none-match': tag } });
    expect([known.status, known.body]).toEqual([304, '']);

    // For a call that was taken over twice.
    await record(id, 'xyz', 10);
    await record(id, 'abc', 2);
    expect((await call('GET', path, { key })).body).toBe('0123456789abcxyz');
    const across = await call('GET', path, { key, headers: { range: 'bytes=8-13' } });
    expect([across.body, across.headers.get('content-range')]).toEqual(['89abcx', 'bytes 8-13/16']);
    expect((await call('DELETE', `/v1/conversations/${id}`, { key })).status).toBe(204);
    expect(await recordedBytes(id)).toBeUndefined();
  });

  it('excludes a text conversation from the running ones between messages', async () => {
    const { key, add } = await tenant();
    const [ended, going, chat] = [
      await add(),
      await add({ endedAt: null }),
      await add({ endedAt: null, mode: 'text' }),
    ];
    const found = async (query: string) => {
      const { body } = await call('GET', `/v1/conversations?${query}`, { key });
      return body.conversations.map(({ id }: { id: string }) => id).sort();
    };
    expect(await found('running=true')).toEqual([going]);
    expect(await found('running=false')).toEqual([ended, chat].sort());
  });

  it('deletes an ended conversation with its turns, recording and an audit entry, but not a running one', async () => {
    const { account, key, add } = await tenant();
    const turn = {
      id: newId('turn'),
      accountId: 'a',
      agentId: 'b',
      position: 0,
      speaker: 'caller',
      startedAt: at(0),
    };
    const id = await add({ turns: { create: [turn] } });
    await record(id, 'audio');
    expect((await call('DELETE', `/v1/conversations/${id}`, { key })).status).toBe(204);
    expect(await service.prisma.turn.count({ where: { conversationId: id } })).toBe(0);
    expect(await recordedBytes(id)).toBeUndefined();
    expect(
      await service.prisma.auditEntry.count({ where: { resourceId: id, action: 'conversation.delete' } }),
    ).toBe(1);

    const running = await add({ endedAt: null });
    const refused = await call('DELETE', `/v1/conversations/${running}`, { key });
    expect(refused.body).toEqual(envelope(refused, 'CONVERSATION_IN_PROGRESS'));
    const reader = await service.createKey(account, { scopes: ['conversations:read'] });
    expect((await call('DELETE', `/v1/conversations/${running}`, { key: reader })).status).toBe(403);
  });

  it('deletes only conversations past their retention', async () => {
    const { add } = await tenant();
    const day = 24 * 60 * MINUTE_MS;
    const old = await add({ endedAt: new Date(Date.now() - 3_651 * day) });
    const young = await add({ endedAt: new Date(Date.now() - 3_649 * day) });
    await record(old, 'audio');
    await record(young, 'audio');
    await service.provider<RetentionService>('RetentionService').run();
    const left = await service.prisma.conversation.findMany({ where: { id: { in: [old, young] } } });
    expect(left.map(({ id }) => id)).toEqual([young]);
    expect([await recordedBytes(old), await recordedBytes(young)]).toEqual([undefined, 5]);
  });
});
