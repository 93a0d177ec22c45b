import { SignalingClient } from '../test/support/signaling-client.js';
import { WebRtcClient } from '../test/support/webrtc-client.js';
import { synthesise } from '../test/stand-ins/audio/synthesis.js';
import { DialogueCall } from './dialogues/dialogue-call.js';
import { SOUND_RATE_HZ, trimmed } from './dialogues/sounds.js';
import { benchOptions } from './support/options.js';
import { startService } from './support/service.js';
import { percentile, round } from './support/statistics.js';

const values = benchOptions(
  'call',
  `How long a caller waits: from offer to answer, over many offers one after the other; then, in whole calls with the
demo agent, from the offer to its first sound, and from the end of the caller's question to the first sound of the
reply. Sounds count when they are heard at the caller's end, behind libwebrtc's jitter buffer.`,
  { offers: [200, 'offers'], calls: [10, 'calls'] },
);

const QUESTION = 'what are your opening hours';
/** Samples up to this are silence. */
const QUIET = 300;

// One socket makes all offers, as fast as they are answered.
const service = await startService({}, undefined, { signaling: { maxFramesPerSecond: 10_000 } });
try {
  const { access } = service;
  const offerMs = await timeOffers(values.offers);
  const { greetingMs, replyMs } = await timeCalls(values.calls);
  const endpointingMs = await endpointingSilenceMs();
  const serverMs = await recordedReplyMs();
  const rows = [
    ['offer → answer', offerMs],
    ['offer → first sound of the greeting', greetingMs],
    ["end of speech → first sound of the reply, at the caller's ear", replyMs],
    ['end of speech → first audio of the reply sent, at the server', serverMs],
  ] as const;
  console.log('| what | n | p50 ms | p99 ms |\n| --- | --- | --- | --- |');
  for (const [name, times] of rows) {
    console.log(
      `| ${name} | ${times.length} | ${round(percentile(times, 0.5))} | ${round(percentile(times, 0.99))} |`,
    );
  }
  console.log(`\nConfigured endpointing silence: ${endpointingMs} ms.`);

  async function timeOffers(count: number): Promise<number[]> {
    const peer = new WebRtcClient();
    const sdp = await peer.createOffer();
    const signaling = await SignalingClient.connect(access.baseUrl);
    const times: number[] = [];
    // The first ones warm up caches and code.
    for (let i = 0; i < count + 20; i++) {
      const beganMs = performance.now();
      const answer = await nextAnswer(signaling, sdp);
      if (i >= 20) times.push(performance.now() - beganMs);
      signaling.send({ type: 'close', sessionId: answer.sessionId });
    }
    signaling.close();
    peer.close();
    return times;
  }

  /** As `SignalingClient.offer`, but without polling, which would be included in the figure. */
  function nextAnswer(signaling: SignalingClient, sdp: string): Promise<{ sessionId: string }> {
    return new Promise((resolve, reject) => {
      const closed = (code: number) => reject(new Error(`the socket was closed with ${code}`));
      const take = (data: unknown) => {
        const frame = JSON.parse(String(data)) as { type: string; sessionId: string };
        if (frame.type !== 'answer' && frame.type !== 'error') return;
        signaling.socket.off('message', take).off('close', closed);
        if (frame.type === 'answer') resolve(frame);
        else reject(new Error(String(data)));
      };
      signaling.socket.on('message', take).once('close', closed);
      signaling.send({
        type: 'offer',
        sessionId: '',
        data: { type: 'offer', sdp },
        authToken: access.connectorToken,
      });
    });
  }

  async function timeCalls(count: number): Promise<{ greetingMs: number[]; replyMs: number[] }> {
    const question = trimmed(await synthesise(QUESTION, SOUND_RATE_HZ), QUIET);
    const greetings: number[] = [];
    const replies: number[] = [];
    for (let i = 0; i < count; i++) {
      const call = await DialogueCall.begin(access.baseUrl, access.connectorToken);
      greetings.push((await call.firstSoundAfter(call.beganMs)) - call.beganMs);
      await call.finishedAfter(call.beganMs);
      const { endMs } = call.say(question);
      replies.push((await call.firstSoundAfter(endMs)) - endMs);
      call.hangUp();
    }
    return { greetingMs: greetings, replyMs: replies };
  }

  /** The service's own measurements of the same replies: without the network and the caller's jitter buffer. */
  async function recordedReplyMs(): Promise<number[]> {
    const get = async (path: string) => {
      const response = await fetch(`${access.baseUrl}${path}`, { headers: { 'X-API-KEY': access.apiKey } });
      return (await response.json()) as {
        conversations: { id: string; durationMs: number }[];
        conversation: { turns: { latency: { heardMs: number | null } | null }[] };
      };
    };
    const { conversations } = await get('/v1/conversations?limit=100');
    const times: number[] = [];
    // Offers that were only timed and closed have no turns.
    for (const { id } of conversations.slice(0, values.calls)) {
      const { conversation } = await get(`/v1/conversations/${id}`);
      for (const { latency } of conversation.turns) if (latency?.heardMs != null) times.push(latency.heardMs);
    }
    return times;
  }

  async function endpointingSilenceMs(): Promise<number> {
    const { DEFAULT_TURN_TAKING } = await import('../src/voice/turns/index.js');
    return DEFAULT_TURN_TAKING.endpointingMinMs;
  }
} finally {
  await service.stop();
}
