import type { AgentDocument } from '../../../src/agent-document/index.js';
import { concat } from '../../support/audio.js';
import { SignalingClient } from '../../support/signaling-client.js';
import { createTestSpeech } from '../../support/speech.js';
import { until } from '../../support/until.js';
import { WebRtcClient } from '../../support/webrtc-client.js';
import type { Caller, Issued } from './issue-secrets.js';
import type { TelltaleProvider } from './telltale-provider.js';

const TIMEOUT_MS = 30_000;
const starter = { provider: 'starter' };
const openai = { provider: 'openai' };

/** An agent with a variant per refusing provider, and a tool whose server repeats the secret. */
export function documentFor({ host }: TelltaleProvider): AgentDocument {
  const traditional = (stages: object) => ({
    overrides: { models: { traditional: { stt: starter, llm: openai, tts: starter, ...stages } } },
  });
  return {
    schemaVersion: 1,
    greeting: 'Hello.',
    languageCode: 'en-GB',
    models: { endToEnd: openai },
    tools: [
      {
        name: 'weather',
        description: 'Tells the weather.',
        http: {
          method: 'GET',
          url: `http://${host}/weather?key={{secret.WEATHER_KEY}}`,
          headers: { authorization: 'Bearer {{secret.WEATHER_KEY}}' },
        },
      },
    ],
    variants: {
      gemini: { overrides: { models: { endToEnd: { provider: 'gemini' } } } },
      stt: traditional({ stt: openai }),
      deepgram: traditional({ stt: { provider: 'deepgram' } }),
      tts: traditional({ tts: openai }),
      llm: traditional({}),
      catalogue: traditional({ llm: { provider: 'catalogue' } }),
    },
  };
}

/**
 * Calls every provider with valid tokens until each has received its key, and sends offers with invalid ones. @returns
 * The error frames.
 */
export async function callEveryProvider(
  baseUrl: string,
  call: Caller,
  admin: string,
  issued: Issued,
  telltale: TelltaleProvider,
): Promise<string[]> {
  const { agentId, connectorToken, studioToken } = issued;
  const speech = await createTestSpeech();
  const clients: SignalingClient[] = [];
  const peers: WebRtcClient[] = [];
  // One client per call, so that failures are not mixed up.
  const newClient = async () => {
    const client = await SignalingClient.connect(baseUrl);
    clients.push(client);
    return client;
  };
  try {
    // The pause ends the turn. Speech during the greeting may not count as a turn, so it is repeated.
    const pause = new Int16Array(1.5 * 16_000);
    const words = concat([await speech.say('What will the weather be tomorrow?'), pause]);
    const connected = async (token: string, fields: object) => {
      const peer = new WebRtcClient({ microphoneRateHz: 16_000 });
      peers.push(peer);
      const signaling = await newClient();
      const answer = await signaling.offer(await peer.createOffer(), token, fields);
      if (answer.type !== 'answer') throw new Error(`refused: ${JSON.stringify(answer.data)}`);
      await peer.acceptAnswer(String(answer.data?.['sdp']));
      await until('media is connected', () => peer.connectionState === 'connected');
      return { peer, hangUp: () => signaling.send({ type: 'close', sessionId: answer.sessionId }) };
    };
    const told = (name: string) =>
      until(`${name} was asked`, () => telltale.told().includes(`${name}-`), TIMEOUT_MS);

    const echo = async () => {
      const { peer, hangUp } = await connected(connectorToken, { mode: 'echo' });
      await peer.sendPcm(words);
      hangUp();
    };
    const whole = async (name: string, token: string, fields: object) => {
      await connected(token, { mode: 'end-to-end', ...fields });
      await told(name);
    };
    const inStages = async (variantId: string) => {
      const { peer } = await connected(connectorToken, { mode: 'traditional', variantId });
      await until(
        `${variantId} was asked`,
        async () => {
          await peer.sendPcm(words);
          return telltale.told().includes(`${variantId}-`);
        },
        TIMEOUT_MS,
      );
    };
    await Promise.all([
      echo(),
      whole('tool', studioToken, {}),
      whole('gemini', connectorToken, { variantId: 'gemini' }),
      ...['tts', 'deepgram', 'stt'].map(inStages),
    ]);
    for (const variantId of ['llm', 'catalogue']) {
      const turns = [{ say: 'Hello?', expect: [] }];
      const body = { name: variantId, variantId, mode: 'traditional', cases: [{ name: 'One', turns }] };
      const sets = `/v1/agents/${agentId}/test-sets`;
      const { testSet } = (await call('POST', sets, { key: admin, body })).body;
      await call('POST', `${sets}/${testSet.id}/runs`, { key: admin, body: { target: 'draft' } });
      await told(variantId);
    }
    await offerSecrets(await newClient(), await peers[0]!.createOffer(), issued);
    const received = clients.flatMap((client) => client.received);
    return received.filter(({ type }) => type === 'error').map((frame) => JSON.stringify(frame));
  } finally {
    for (const peer of peers) peer.close();
    for (const client of clients) client.close();
    await speech.close();
  }
}

/**
 * Frames with secrets in place of tokens, types and modes. (Session ids are repeated, since they identify the error's
 * subject.)
 */
async function offerSecrets(signaling: SignalingClient, sdp: string, { secrets }: Issued): Promise<void> {
  for (const secret of Object.values(secrets)) {
    const seen = signaling.received.length;
    await signaling.offer(sdp, `${secret}x`, { mode: secret, variantId: secret });
    signaling.send({ type: secret, sessionId: 'sess_none', data: secret });
    signaling.send({ type: 'ice-candidate', sessionId: 'sess_none', data: { candidate: [secret] } });
    await until('every frame is answered', () => signaling.received.length >= seen + 3);
  }
}
