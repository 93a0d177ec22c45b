import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/until.js';
import { type ConversationsApp, startConversationsApp } from './conversations-app.js';
import { newConversation } from './support/new-conversation.js';

describe('ConversationRecorder', () => {
  let database: TestDatabase;
  let service: ConversationsApp;

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startConversationsApp(database.url);
  });

  afterAll(async () => {
    await service.app.close();
    await database.drop();
  });

  it('stores details, turns, latencies, events and the end of a call before end() resolves', async () => {
    const startedAt = new Date('2026-01-01T10:00:00.123Z');
    const details = newConversation({
      target: 'pre-release',
      startedAt,
      version: 'a'.repeat(32),
      caller: '+15550001',
    });
    const record = service.recorder.begin(details);
    record.connected(new Date(startedAt.getTime() + 400));
    record.turn({ turnId: 'g', speaker: 'agent', text: 'Hello', startedAt });
    record.turn({ turnId: 'c', speaker: 'caller', text: 'Wha', startedAt });
    record.turn({ turnId: 'g', speaker: 'agent', text: 'Hello there.', startedAt, interrupted: true });
    record.turn({
      turnId: 'c',
      speaker: 'caller',
      text: "What's up\0?",
      startedAt,
      endedAt: new Date(startedAt.getTime() + 1_500),
      latency: { endOfTurnMs: 300.4, heardMs: 420.6 },
    });
    const asked = { name: 'lookup', arguments: '{"id":"1"}', answer: 'found' };
    const ran = { outcome: 'ok', status: 200, attempts: 1, durationMs: 12 } as const;
    record.event({ kind: 'tool-call', at: startedAt, callId: 'tcall_1', turnId: 'g', ...asked, ...ran });
    const evidence = {
      sinceOnsetMs: 340,
      interruption: 3.6129,
      notDirected: 0.004,
      backchannel: 0.1,
      tic: 0,
    };
    const judged = {
      verdict: 'interruption',
      reason: 'sound',
      afterMs: 343.6,
      wordCount: 0,
      evidence,
    } as const;
    record.event({ kind: 'overlap', at: startedAt, ...judged });
    record.event({ kind: 'fault', at: startedAt, source: 'function', code: 'TIMEOUT' });
    record.fault('provider');
    const endedAt = new Date(startedAt.getTime() + 60_000);
    await record.end({ at: endedAt, reason: 'caller-hung-up', crashed: false, media: { lossPercent: 0.5 } });

    const stored = await service.prisma.conversation.findUniqueOrThrow({
      where: { id: record.id },
      include: { turns: { orderBy: { position: 'asc' } }, events: { orderBy: { position: 'asc' } } },
    });
    expect(stored).toMatchObject({
      sessionId: details.sessionId,
      target: 'pre-release',
      environment: 'pre_release',
      version: details.version,
      caller: '+15550001',
      startedAt,
      connectedAt: new Date(startedAt.getTime() + 400),
      endedAt,
      endReason: 'caller-hung-up',
      crashed: false,
      apiErrors: 1,
      functionErrors: 1,
      media: { lossPercent: 0.5 },
    });
    expect(stored.turns).toMatchObject([
      { speaker: 'agent', text: 'Hello there.', interrupted: true, position: 0, heardMs: null },
      { speaker: 'caller', text: "What's up?", interrupted: false, endOfTurnMs: 300, heardMs: 421 },
    ]);
    expect(stored.events.map(({ kind, details }) => ({ kind, details }))).toEqual([
      { kind: 'tool-call', details: { id: 'tcall_1', turnId: stored.turns[0]?.id, ...asked, ...ran } },
      {
        kind: 'overlap',
        details: {
          ...{ verdict: 'interruption', reason: 'sound', afterMs: 344, wordCount: 0 },
          ...{ sinceOnsetMs: 340, interruption: 3.61, notDirected: 0, backchannel: 0.1, tic: 0 },
        },
      },
      { kind: 'fault', details: { source: 'function', code: 'TIMEOUT' } },
    ]);
  });

  it('updates a stored turn without losing its fields', async () => {
    const record = service.recorder.begin(newConversation());
    const startedAt = new Date();
    record.turn({ turnId: '1', speaker: 'agent', text: 'One', startedAt });
    await until(
      'it is stored',
      async () => (await service.prisma.turn.count({ where: { conversationId: record.id } })) === 1,
    );
    record.turn({ turnId: '1', speaker: 'agent', startedAt, latency: { heardMs: 90 } });
    record.turn({ turnId: '1', speaker: 'agent', startedAt, endedAt: startedAt });
    record.fault('provider');
    record.fault('provider');
    await record.end({ at: new Date(), reason: 'agent-failure', crashed: true });
    expect(await service.prisma.turn.findMany({ where: { conversationId: record.id } })).toMatchObject([
      { text: 'One', heardMs: 90, endedAt: startedAt },
    ]);
    expect(await service.prisma.conversation.findUniqueOrThrow({ where: { id: record.id } })).toMatchObject({
      apiErrors: 2,
      crashed: true,
    });
  });

  it('stores no words, digits or numbers of a call with text off', async () => {
    const record = service.recorder.begin(newConversation({ storeText: false, caller: '+15550002' }));
    record.turn({ turnId: '1', speaker: 'caller', text: 'my secret', startedAt: new Date() });
    record.event({ kind: 'dtmf', at: new Date(), digits: '4711', done: true });
    const asked = { name: 'lookup', arguments: '{"pin":"4711"}', answer: 'the secret' };
    const ran = { outcome: 'ok', attempts: 1, durationMs: 1 } as const;
    record.event({ kind: 'tool-call', at: new Date(), callId: 'tcall_2', ...asked, ...ran });
    record.event({ kind: 'transfer', at: new Date(), target: '+15550003', done: true });
    await record.end({ at: new Date(), reason: 'hang-up', crashed: false });
    const stored = await service.prisma.conversation.findUniqueOrThrow({
      where: { id: record.id },
      include: { turns: true, events: true },
    });
    expect(stored.turns).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toMatch(/secret|4711|1555000/);
  });

  it('redacts content even in unfinished turns and calls', async () => {
    const record = service.recorder.begin(
      newConversation({ redact: ['card_numbers', 'emails'], caller: '+15550002' }),
    );
    const [startedAt, endedAt] = [new Date(), new Date()];
    const finished = { startedAt, endedAt };
    record.turn({ turnId: '1', speaker: 'caller', text: 'It is 4242 4242', startedAt });
    expect(record.turn({ turnId: '1', speaker: 'caller', text: 'It is 4242 4242', ...finished })).toEqual([]);
    record.turn({ turnId: '2', speaker: 'agent', text: 'Go on.', ...finished });
    const rest = { turnId: '3', speaker: 'caller', text: '4242 four two four two, yes' } as const;
    expect(record.turn({ ...rest, ...finished })).toEqual(['1', '3']);
    const repeated = { turnId: '4', speaker: 'agent', text: 'So 4242424242424242?' } as const;
    expect(record.turn({ ...repeated, ...finished })).toEqual(['4']);
    record.turn({ turnId: '5', speaker: 'caller', text: 'Yes, and ann at example dot com', startedAt });
    record.event({
      kind: 'transfer',
      at: startedAt,
      target: 'sip:4242424242424242@pbx.example.com',
      done: true,
    });
    await record.end({ at: new Date(), reason: 'hang-up', crashed: false });
    const stored = await service.prisma.conversation.findUniqueOrThrow({
      where: { id: record.id },
      include: { turns: { orderBy: { position: 'asc' } }, events: true },
    });
    expect(stored.turns.map(({ text }) => text)).toEqual([
      'It is [card number]',
      'Go on.',
      '[card number], yes',
      'So [card number]?',
      'Yes, and [email address]',
    ]);
    expect(stored.events[0]?.details).toEqual({ done: true, target: expect.not.stringContaining('4242') });
    expect(stored.caller).toBe('+15550002');
  });

  it('drops a record the database rejects without affecting its batch', async () => {
    const first = service.recorder.begin(newConversation());
    await until(
      'the call is stored',
      async () => (await service.prisma.conversation.count({ where: { id: first.id } })) === 1,
    );
    // Another call's session id violates a unique index.
    const { sessionId } = await service.prisma.conversation.findUniqueOrThrow({ where: { id: first.id } });
    const refused = service.recorder.begin(newConversation({ sessionId }));
    const neighbour = service.recorder.begin(newConversation());
    const end = { at: new Date(), reason: 'hang-up', crashed: false };
    await Promise.all([first.end(end), refused.end(end), neighbour.end(end)]);
    const stored = await service.prisma.conversation.findMany({
      where: { id: { in: [first.id, refused.id, neighbour.id] }, endedAt: { not: null } },
    });
    expect(stored.map(({ id }) => id).sort()).toEqual([first.id, neighbour.id].sort());
    expect(service.recorder.statistics().lost.conversation).toBe(1);
  });

  it('writes open records on shutdown and frees its memory', async () => {
    const stopping = await startConversationsApp(database.url, {}, 10_000);
    const record = stopping.recorder.begin(newConversation());
    record.turn({ turnId: '1', speaker: 'agent', text: 'Goodbye', startedAt: new Date() });
    const ended = record.end({ at: new Date(), reason: 'shutdown', crashed: false });
    await stopping.app.close();
    await ended;
    expect(stopping.recorder.statistics()).toEqual({
      openConversations: 0,
      unsavedBytes: 0,
      failedWrites: 0,
      lost: { conversation: 0, turn: 0, event: 0, journal: 0 },
    });
    expect(await service.prisma.turn.findMany({ where: { conversationId: record.id } })).toMatchObject([
      { text: 'Goodbye' },
    ]);
  });
});
