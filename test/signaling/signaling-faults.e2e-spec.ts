import type { MediaService } from '../../src/media/index.js';
import { createCallFixture, type CallFixture } from '../support/call-fixture.js';
import { until } from '../support/until.js';
import { inBatches, KNOWN_REFUSALS, malformedFrames, WRONG_BYTES } from './support/malformed-frames.js';

describe('signaling under faults and invalid input', () => {
  let fixture: CallFixture;

  beforeAll(async () => {
    fixture = await createCallFixture({ CALL_DETACHED_GRACE_MS: '500' }, undefined, {
      signaling: { maxFramesPerSecond: 1_000, maxUnauthenticatedSocketsPerAddress: 200 },
    });
  });

  afterEach(() => fixture.closeClients());
  afterAll(() => fixture.close());

  it('answers every malformed frame and stays available', async () => {
    const client = await fixture.signaling();
    await inBatches(
      malformedFrames(200, fixture.token, 7),
      (frame) => client.socket.send(frame),
      async (sent) => void (await until('every frame is answered', () => client.received.length >= sent)),
    );
    const codes = client.received.map(({ data }) => String(data?.['code']));
    expect(codes.filter((code) => !KNOWN_REFUSALS.includes(code))).toEqual([]);
    expect(await fixture.activeSessions()).toBe(0);
  });

  it('closes a socket that sends invalid UTF-8 or breaks the framing', async () => {
    const client = await fixture.signaling();
    // A text frame with invalid UTF-8, sent past the library's check.
    const raw = (client.socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket;
    raw.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe]));
    expect(WRONG_BYTES).toContain(await client.closed());
  });

  it('serves others despite a client that never reads and many idle ones', async () => {
    const idle = await Promise.all(Array.from({ length: 100 }, () => fixture.signaling()));
    const deaf = await fixture.signaling();
    deaf.socket.pause();
    for (let i = 0; i < 500; i++) deaf.send({ type: 'nonsense' });
    const client = await fixture.signaling();
    for (let i = 0; i < 20; i++) {
      const answer = await client.offer(fixture.sdp, fixture.token, { mode: 'echo' });
      expect(answer.type).toBe('answer');
      client.send({ type: 'close', sessionId: answer.sessionId });
    }
    for (const socket of [...idle, deaf]) socket.destroy();
    await fixture.allReleased();
  });

  it('frees everything when sockets are destroyed at any step', async () => {
    for (let i = 0; i < 20; i++) {
      const client = await fixture.signaling();
      client.send({
        type: 'offer',
        sessionId: '',
        data: { type: 'offer', sdp: fixture.sdp },
        authToken: fixture.token,
        mode: 'echo',
      });
      if (i % 4 === 1) await client.next((frame) => frame.type === 'answer');
      if (i % 4 === 2) await client.next((frame) => frame.type === 'ice-candidate');
      if (i % 4 === 3) await new Promise((resolve) => setImmediate(resolve));
      client.destroy();
    }
    await fixture.allReleased(20_000);
    await until('every record is finished', async () => {
      const open = await fixture.app.prisma.conversation.count({ where: { endedAt: null } });
      return open === 0;
    });
    expect(await fixture.app.prisma.conversation.count()).toBeGreaterThan(0);
  });

  it('notifies every caller of a killed media worker and accepts new calls at once', async () => {
    const media = fixture.app.provider<MediaService>('MediaService');
    const client = await fixture.signaling();
    const calls = [await fixture.call(client), await fixture.call(client)];
    const [pid] = await media.workerPids();
    process.kill(Number(pid), 'SIGKILL');
    for (const { sessionId } of calls) {
      await client.next(
        ({ type, sessionId: id, data }) =>
          type === 'error' && id === sessionId && data?.['code'] === 'MEDIA_BRIDGE_FAILURE',
      );
      await client.next(({ type, sessionId: id }) => type === 'close' && id === sessionId);
    }
    await until('a new call works', async () => {
      const answer = await client.offer(fixture.sdp, fixture.token, { mode: 'echo' });
      if (answer.type !== 'answer') return false;
      client.send({ type: 'close', sessionId: answer.sessionId });
      return true;
    });
    await fixture.allReleased();
    const crashed = await until('both records say crashed', async () => {
      const rows = await fixture.app.prisma.conversation.findMany({ where: { crashed: true } });
      return rows.length === 2 && rows;
    });
    expect(crashed.map(({ endReason }) => endReason)).toEqual(['media-failed', 'media-failed']);
  });

  it('answers a server error with HANDLER_ERROR and recovers', async () => {
    const { prisma } = fixture.app;
    const client = await fixture.signaling();
    await prisma.$executeRaw`ALTER TABLE connector_tokens RENAME TO connector_tokens_away`;
    try {
      expect(await client.offer(fixture.sdp, fixture.unknownToken())).toMatchObject({
        data: { code: 'HANDLER_ERROR' },
      });
    } finally {
      await prisma.$executeRaw`ALTER TABLE connector_tokens_away RENAME TO connector_tokens`;
    }
    expect(await client.offer(fixture.sdp, fixture.token, { mode: 'x' })).toMatchObject({
      data: { code: 'INVALID_ARGUMENT' },
    });
  });
});
