import { newSecretToken } from '../../src/auth/credentials/secret-token.js';
import type { MediaService } from '../../src/media/index.js';
import type { Overrides } from '../../src/common/config/index.js';
import { createTestApp, sharedApp, type TestAccount, type TestApp } from './app.js';
import { publish } from './publish.js';
import { SignalingClient } from './signaling-client.js';
import { until } from './until.js';
import { WebRtcClient } from './webrtc-client.js';

/** A service on a debug gateway with one published agent, and clients cleaned up with it. */
export interface CallFixture {
  readonly app: TestApp;
  readonly account: TestAccount;
  readonly agentId: string;
  readonly token: string;
  /** A real offer that is never continued. */
  readonly sdp: string;
  /** A well-formed token that was never issued. */
  unknownToken(): string;
  signaling(): Promise<SignalingClient>;
  peer(): WebRtcClient;
  /** A connected echo call. */
  call(signaling: SignalingClient): Promise<{ sessionId: string; peer: WebRtcClient }>;
  activeSessions(): Promise<number>;
  /** Waits until no call is left and media is released. */
  allReleased(timeoutMs?: number): Promise<void>;
  closeClients(): void;
  close(): Promise<void>;
}

export async function createCallFixture(
  env: Record<string, string> = {},
  databaseUrl?: string,
  overrides?: Overrides,
): Promise<CallFixture> {
  const settings = { SIGNALING_GATEWAY: 'debug', ...env };
  return fixtureOn(await createTestApp({ databaseUrl, overrides, env: settings }));
}

/** The same on the shared service, whose calls cannot be counted. */
export const sharedCallFixture = (): Promise<Omit<CallFixture, 'activeSessions' | 'allReleased'>> =>
  fixtureOn(sharedApp());

async function fixtureOn(app: TestApp): Promise<CallFixture> {
  const account = await app.createAccount();
  const agentId = await app.createAgent(account);
  const token = await app.createConnector(account, agentId, 'sandbox');
  await publish(app, account, agentId, 'sandbox');
  const peers: WebRtcClient[] = [];
  const clients: SignalingClient[] = [];
  const peer = () => {
    const made = new WebRtcClient();
    peers.push(made);
    return made;
  };
  const activeSessions = async () => {
    const response = await fetch(`${app.baseUrl}/health`);
    return ((await response.json()) as { activeSessions: number }).activeSessions;
  };
  const closeClients = () => {
    for (const client of clients.splice(0)) client.close();
    for (const made of peers.splice(1)) made.close();
  };
  const sdp = await peer().createOffer();
  return {
    app,
    account,
    agentId,
    token,
    sdp,
    unknownToken: () => newSecretToken('ect'),
    peer,
    activeSessions,
    closeClients,
    async signaling() {
      const made = await SignalingClient.connect(app.baseUrl);
      clients.push(made);
      return made;
    },
    async call(signaling) {
      const made = peer();
      const answer = await signaling.offer(await made.createOffer(), token, { mode: 'echo' });
      await made.acceptAnswer(String(answer.data?.['sdp']));
      await until('media is connected', () => made.connectionState === 'connected');
      return { sessionId: answer.sessionId, peer: made };
    },
    async allReleased(timeoutMs = 10_000) {
      await until('no call is left', async () => (await activeSessions()) === 0, timeoutMs);
      const media = app.provider<MediaService>('MediaService');
      await until(
        'media holds nothing',
        async () => {
          const { sessions, webRtcTransports, codecStates, clockTickers } = await media.counts();
          return sessions + webRtcTransports + codecStates + clockTickers === 0;
        },
        timeoutMs,
      );
    },
    async close() {
      closeClients();
      for (const made of peers.splice(0)) made.close();
      await app.close();
    },
  };
}
