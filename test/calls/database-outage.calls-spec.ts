import { type CallFixture, createCallFixture } from '../support/call-fixture.js';
import { type FaultyPostgres, startFaultyPostgres } from '../support/faulty-postgres.js';
import { rms, tone } from '../support/audio.js';
import { until } from '../support/until.js';

const RATE_HZ = 48_000;

describe('call while PostgreSQL is frozen', () => {
  let postgres: FaultyPostgres;
  let fixture: CallFixture;

  beforeAll(async () => {
    postgres = await startFaultyPostgres();
    fixture = await createCallFixture(
      { DATABASE_CONNECT_TIMEOUT_MS: '1000', DATABASE_QUERY_TIMEOUT_MS: '1000' },
      postgres.url,
    );
  });

  afterAll(async () => {
    postgres?.thaw();
    await fixture?.close();
    await postgres?.stop();
  });

  it('continues while new offers fail in time; a later offer is answered and all records are complete', async () => {
    const client = await fixture.signaling();
    const { sessionId, peer } = await fixture.call(client);
    postgres.freeze();

    // Missing in the token cache, so the database is queried.
    const refused = await client.offer(fixture.sdp, fixture.unknownToken(), { mode: 'echo' });
    const message = expect.stringMatching(/database is away\. Try again/);
    expect(refused).toMatchObject({ type: 'error', data: { code: 'HANDLER_ERROR', message } });
    const sinceMs = performance.now();
    await peer.sendPcm(tone({ frequencyHz: 440, durationMs: 1_000, sampleRateHz: RATE_HZ }));
    await until('the caller hears itself', () => rms(peer.heardSince(sinceMs).samples) > 0.02);
    client.send({ type: 'close', sessionId });
    await until('the call is released', async () => (await fixture.activeSessions()) === 0);

    postgres.thaw();
    await until('offers are answered again', async () => {
      const answer = await client.offer(fixture.sdp, fixture.token, { mode: 'echo' });
      if (answer.type !== 'answer') return false;
      client.send({ type: 'close', sessionId: answer.sessionId });
      return true;
    });
    const record = await until(
      'the record of the call is complete',
      () =>
        fixture.app.prisma.conversation
          .findFirst({ where: { sessionId, endedAt: { not: null } } })
          .catch(() => null),
      20_000,
    );
    expect(record).toMatchObject({ endReason: 'client-close', crashed: false });
  });

  it('ends after its start with the true duration despite a system clock set back', async () => {
    const client = await fixture.signaling();
    const { sessionId } = await fixture.call(client);
    const inService = fixture.app.module<typeof import('./support/in-service.js')>(
      'test/calls/support/in-service.ts',
    );
    await inService.setClockBack(3_600_000);
    try {
      client.send({ type: 'close', sessionId });
      const { startedAt, endedAt } = await until('the record of the call is complete', () =>
        fixture.app.prisma.conversation.findFirst({ where: { sessionId, endedAt: { not: null } } }),
      );
      const lengthMs = Number(endedAt) - Number(startedAt);
      expect(lengthMs).toBeGreaterThan(0);
      expect(lengthMs).toBeLessThan(60_000);
    } finally {
      await inService.setClockBack(0);
    }
  });
});
