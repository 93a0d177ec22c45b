import { afterEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createSocket } from 'node:dgram';
import { MediaService, type MediaSession, MediaUnavailableError } from '../../src/media/index.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';
import { NOTHING_LEFT, openSession, RecordingListener, startMedia } from './support/media-fixture.js';
import { readOffer } from './support/offers.js';

describe('when media fails', () => {
  let media: MediaService | undefined;
  const clients: WebRtcClient[] = [];

  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    await media?.close();
  });

  async function call(
    change: (answer: string) => string = (answer) => answer,
    changeOffer: (offer: string) => string = (offer) => offer,
  ): Promise<{ client: WebRtcClient; session: MediaSession; listener: RecordingListener }> {
    if (!media) throw new Error('media is not running');
    const client = new WebRtcClient();
    clients.push(client);
    const session = await openSession(media, changeOffer(await client.createOffer()));
    const listener = new RecordingListener();
    session.listen(listener);
    await client.acceptAnswer(change(session.answerSdp));
    return { client, session, listener };
  }

  it('notifies every call of a killed worker and serves new calls on another', async () => {
    media = await startMedia({ MEDIA_WORKERS: '2' }, { callsSharingWorker: 1 });
    const calls = await Promise.all(Array.from({ length: 6 }, () => call()));
    await until('all are connected', () => calls.every(({ listener }) => listener.connectedAtMs));
    const [victim] = media.workerPids;
    process.kill(victim ?? 0, 'SIGKILL');
    const hit = () => calls.filter(({ listener }) => listener.failure === 'worker-died');
    await until('half of the calls are told', () => hit().length === 3);
    const after = await call();
    await until('a new call is connected', () => after.listener.connectedAtMs);
    await until('the worker is replaced', () => media?.workerPids.length === 2);
    expect(media.workerPids).not.toContain(victim);
    expect(calls.filter(({ listener }) => listener.failure === undefined)).toHaveLength(3);
    for (const { session } of [...calls, after]) session.close();
    expect(await media.counts()).toEqual(NOTHING_LEFT);
  });

  it('declares a hung worker dead', async () => {
    media = await startMedia({}, { workerHangTimeoutMs: 2_000 });
    const session = await openSession(media, readOffer('chromium'));
    const listener = new RecordingListener();
    session.listen(listener);
    const [victim = 0] = media.workerPids;
    process.kill(victim, 'SIGSTOP');
    await until('the call is told', () => listener.failure);
    expect(listener.failure).toBe('worker-died');
    await until('the worker is replaced', () => media?.workerPids.length === 1);
    (await openSession(media, readOffer('chromium'))).close();
  });

  it('refuses calls with a retryable error without a live worker', async () => {
    media = await startMedia();
    process.kill(media.workerPids[0] ?? 0, 'SIGKILL');
    const outcomes = await until('an offer meets no worker', async () => {
      const [outcome] = await Promise.allSettled([openSession(media as MediaService, readOffer('chromium'))]);
      if (outcome.status === 'rejected') return outcome;
      outcome.value.close();
      return undefined;
    });
    expect(outcomes.reason).toBeInstanceOf(MediaUnavailableError);
    await until('a worker is there again', () => media?.workerPids.length === 1);
    (await openSession(media, readOffer('chromium'))).close();
  });

  it("ends a call when the client's certificate differs from its offer", async () => {
    media = await startMedia();
    const { listener } = await call(undefined, (offer) =>
      offer.replace(/(a=fingerprint:sha-256 )../, (_, start: string) => `${start}00`),
    );
    await until('the call has failed', () => listener.failure);
    expect(listener.failure).toBe('dtls-failed');
    expect(listener.connectedAtMs).toBeUndefined();
    expect(await media.counts()).toEqual(NOTHING_LEFT);
  });

  it('ends a call that never connects', async () => {
    media = await startMedia({}, { connectTimeoutMs: 1_000 });
    const session = await openSession(media, readOffer('chromium'));
    const listener = new RecordingListener();
    session.listen(listener);
    await until('the call has failed', () => listener.failure);
    expect(listener.failure).toBe('ice-failed');
    expect(await media.counts()).toEqual(NOTHING_LEFT);
  });

  it('ends a call soon after its client closes the connection', async () => {
    media = await startMedia();
    const { client, listener } = await call();
    await until('it is connected', () => listener.connectedAtMs);
    client.close();
    await until('the call has ended', () => listener.failure);
    expect(listener.failure).toBe('peer-closed');
    expect(await media.counts()).toEqual(NOTHING_LEFT);
  });

  it('delivers events from before the first listener', async () => {
    media = await startMedia();
    const client = new WebRtcClient();
    clients.push(client);
    const session = await openSession(media, await client.createOffer());
    await client.acceptAnswer(session.answerSdp);
    await until('the client is connected', () => client.connectionState === 'connected');
    const listener = new RecordingListener();
    await until('the server knows it, too', async () => (await session.stats()).packetsReceived > 0);
    session.listen(listener);
    expect(listener.connectedAtMs).toBeDefined();
    session.close();
  });

  it('starts workers without environment variables, and so without secrets', async () => {
    process.env['LLM_API_KEY'] = 'a-secret';
    media = await startMedia();
    delete process.env['LLM_API_KEY'];
    const [pid] = media.workerPids;
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
    expect(environment).toMatch(/^MEDIASOUP_VERSION=[^\0]+\0$/);
    expect(process.env['PATH']).toBeDefined();
  });

  it('names the setting to change when the port is taken', async () => {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    const { port } = socket.address();
    await expect(startMedia({ MEDIA_PORT: String(port) })).rejects.toThrow(/MEDIA_PORT/);
    socket.close();
  });

  it('names the setting to change when the worker program cannot run', async () => {
    await expect(startMedia({ MEDIASOUP_WORKER_BIN: '/nowhere/mediasoup-worker' })).rejects.toThrow(
      /MEDIASOUP_WORKER_BIN/,
    );
  });
});
