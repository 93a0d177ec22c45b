import { MediaService } from '../../src/media/index.js';
import { createCallFixture, type CallFixture } from '../support/call-fixture.js';
import { until } from '../support/until.js';
import { inBatches, KNOWN_REFUSALS, malformedFrames, WRONG_BYTES } from './support/malformed-frames.js';

describe('signaling under faults and bad input', () => {
  let fixture: CallFixture;

  beforeAll(async () => {
    fixture = await createCallFixture({
      CALL_DETACHED_GRACE_MS: '500',
      SIGNALING_MAX_FRAMES_PER_SECOND: '1000',
      SIGNALING_MAX_UNAUTHENTICATED_SOCKETS_PER_ADDRESS: '200',
    });
  });

  afterEach(() => fixture.closeClients());
  afterAll(() => fixture.close());

  it('answers every malformed frame, and keeps answering (S1)', async () => {
    const client = await fixture.signaling();
    await inBatches(
      malformedFrames(800, fixture.token, 7),
      (frame) => client.socket.send(frame),
      async (sent) => void (await until('every frame is answered', () => client.received.length >= sent)),
    );
    const codes = client.received.map(({ data }) => String(data?.['code']));
    expect(codes.filter((code) => !KNOWN_REFUSALS.includes(code))).toEqual([]);
    expect(await fixture.activeSessions()).toBe(0);
  });

  it('closes a socket that sends invalid UTF-8 or breaks the framing', async () => {
    const client = await fixture.signaling();
    // A text frame whose payload is no UTF-8, sent past the library's own check.
    const raw = (client.socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket;
    raw.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe]));
    expect(WRONG_BYTES).toContain(await client.closed());
  });

  it('lets nobody wait for a client that does not read or a crowd that does nothing (S2)', async () => {
    const idle = await Promise.all(Array.from({ length: 100 }, () => fixture.signaling()));
    const deaf = await fixture.signaling();
    deaf.socket.pause();
    for (let i = 0; i < 500; i++) deaf.send({ type: 'nonsense' });
    const times: number[] = [];
    const client = await fixture.signaling();
    for (let i = 0; i < 20; i++) {
      const beganMs = performance.now();
      const answer = await client.offer(fixture.sdp, fixture.token, { mode: 'echo' });
      times.push(performance.now() - beganMs);
      expect(answer.type).toBe('answer');
      client.send({ type: 'close', sessionId: answer.sessionId });
    }
    // Half of them: a machine that stops for a moment delays one, a server that waits for others delays all.
    const median = times.sort((a, b) => a - b)[times.length / 2];
    expect(median).toBeLessThan(500);
    for (const socket of [...idle, deaf]) socket.destroy();
    await fixture.allReleased();
  });

  it('gives a defined answer to offers, candidates and closes in every state (S4)', async () => {
    const client = await fixture.signaling();
    const candidate = { candidate: '', sdpMid: '0', sdpMLineIndex: 0 };
    client.send({ type: 'ice-candidate', sessionId: '', data: candidate });
    expect((await client.next(() => true)).data?.['code']).toBe('INVALID_ARGUMENT');

    const { sessionId, peer } = await fixture.call(client);
    const again = await client.offer(await peer.createOffer({ iceRestart: true }), fixture.token, {
      sessionId,
    });
    expect(again).toMatchObject({ type: 'answer', sessionId });
    expect(await fixture.activeSessions()).toBe(1);
    const media = fixture.app.app.get(MediaService, { strict: false });
    expect((await media.counts()).sessions).toBe(1);

    expect(await client.offer(fixture.sdp, undefined, { sessionId })).toMatchObject({
      data: { code: 'UNAUTHORIZED' },
    });
    client.send({ type: 'close', sessionId });
    await fixture.allReleased();
    for (const frame of [
      { type: 'close', sessionId },
      { type: 'ice-candidate', sessionId, data: candidate },
      { type: 'offer', sessionId, data: { type: 'offer', sdp: fixture.sdp }, authToken: fixture.token },
    ]) {
      const seen = client.received.length;
      client.send(frame);
      expect((await client.next(() => true, seen)).data?.['code']).toBe('INVALID_ARGUMENT');
    }
  });

  it('frees everything when sockets are destroyed at any step (S5)', async () => {
    for (let i = 0; i < 40; i++) {
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

  it('tells every caller of a killed media worker, and takes new calls at once (M2)', async () => {
    const media = fixture.app.app.get(MediaService, { strict: false });
    const client = await fixture.signaling();
    const calls = [await fixture.call(client), await fixture.call(client)];
    const [pid] = media.workerPids;
    const killedMs = performance.now();
    process.kill(Number(pid), 'SIGKILL');
    for (const { sessionId } of calls) {
      await client.next(
        ({ type, sessionId: id, data }) =>
          type === 'error' && id === sessionId && data?.['code'] === 'MEDIA_BRIDGE_FAILURE',
      );
      await client.next(({ type, sessionId: id }) => type === 'close' && id === sessionId);
    }
    expect(performance.now() - killedMs).toBeLessThan(1_000);
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
});

describe('a service that is told to stop', () => {
  it('is not ready at once, refuses new offers, lets calls go on for the drain time, and then closes them (S7)', async () => {
    const fixture = await createCallFixture({ CALL_DRAIN_TIMEOUT_MS: '1500' });
    const client = await fixture.signaling();
    const { sessionId } = await fixture.call(client);
    const { CallsService } = await import('../../src/calls/index.js');
    const drained = fixture.app.app.get(CallsService, { strict: false }).drain();
    expect((await fetch(`${fixture.app.baseUrl}/health`)).status).toBe(503);
    expect(await client.offer(fixture.sdp, fixture.token, { mode: 'echo' })).toMatchObject({
      data: { code: 'MEDIA_BRIDGE_FAILURE' },
    });
    expect(client.received.some(({ type }) => type === 'close')).toBe(false);
    await drained;
    expect(await client.next(({ type }) => type === 'close')).toMatchObject({ sessionId });
    const record = await fixture.app.prisma.conversation.findUnique({ where: { sessionId } });
    expect(record).toMatchObject({ endReason: 'shutdown', crashed: false });
    await fixture.close();
  });
});
