import { LeadingSilence } from '../src/audio/index.js';
import { synthesise } from '../test/stand-ins/audio/synthesis.js';
import { OpenAiStandIn, RealtimeStandIn, type Brain } from '../test/stand-ins/index.js';
import { CallerVoice } from './dialogues/caller-voice.js';
import { DialogueCall } from './dialogues/dialogue-call.js';
import { McpService } from '../test/providers/support/mcp-service.js';
import { conversationMemoryKiB } from './path/conversation-memory.js';
import { createEquippedAgent } from './path/equipped-agent.js';
import { benchOptions } from './support/options.js';
import { processorTimeMs } from './support/processor-time.js';
import { startService } from './support/service.js';
import { percentile, round } from './support/statistics.js';

const { calls, held } = benchOptions(
  'path',
  `What Earshot adds between a caller on libwebrtc and the providers: from the caller's last sound to the provider's
request (without the configured silence), and from the provider's first byte of audio to the first sound at the caller's
ear. The providers are stand-ins in the process of the caller, so one clock times both ends. The cascade also answers as
an agent with variables, topics, tools and an MCP server; the question needs none of these.`,
  {
    calls: [10, 'calls of each kind'],
    held: [0, 'conversations whose memory is compared'],
  },
);

const { DEFAULT_TURN_TAKING } = await import('../src/voice/turns/index.js');
const SPEECH_RATE_HZ = 24_000;
const AUDIBLE_SAMPLE = 300;
const ANSWER = 'All right, it is done.';

const brain: Brain = () => ({ kind: 'say', text: ANSWER });
const voice = new CallerVoice();
const http = await OpenAiStandIn.start({ brain });
const realtime = await RealtimeStandIn.start({ brain });
const SETTINGS = {
  LLM_URL: http.url,
  STT_URL: http.url,
  TTS_URL: http.url,
  REALTIME_URL: realtime.url,
  ALLOW_PRIVATE_NETWORKS: 'tools',
};
// Speculative requests say nothing about how fast the end of a turn is reported.
const service = await startService(SETTINGS, undefined, { providers: { sttAnticipateAfterMs: 0 } });
const mcp = await McpService.start();
/** Where the results of an agent go. */
interface Cascade {
  readonly request: number[];
  readonly audio: number[];
  readonly cpu: number[];
  readonly token?: string;
}

const figures = {
  request: [] as number[],
  cascadeAudio: [] as number[],
  realtimeAudio: [] as number[],
  equippedRequest: [] as number[],
  equippedAudio: [] as number[],
  plainCpu: [] as number[],
  equippedCpu: [] as number[],
  callersBuffer: [] as number[],
};
const PLAIN: Cascade = { request: figures.request, audio: figures.cascadeAudio, cpu: figures.plainCpu };
const EQUIPPED: Cascade = {
  request: figures.equippedRequest,
  audio: figures.equippedAudio,
  cpu: figures.equippedCpu,
};
try {
  const question = await voice.say('please do it');
  const equipped = await createEquippedAgent(service.access, mcp.document().url);
  for (let done = 0; done < calls; done++) {
    await timeCascade(question, PLAIN);
    await timeCascade(question, { ...EQUIPPED, token: equipped.connectorToken });
    await timeRealtime(question);
  }
  const rows = [
    [
      "Cascade: the caller's last sound → the request of the provider, without the configured silence",
      figures.request,
    ],
    [
      "Cascade: the provider's first byte of audio → the first sound at the caller's ear",
      figures.cascadeAudio,
    ],
    [
      "Realtime: the provider's first byte of audio → the first sound at the caller's ear",
      figures.realtimeAudio,
    ],
    ['Cascade, equipped: … → the request of the provider', figures.equippedRequest],
    ["Cascade, equipped: … → the first sound at the caller's ear", figures.equippedAudio],
    ['Cascade: processor time of the service, of a whole call', figures.plainCpu],
    ['Cascade, equipped: processor time of the service, of a whole call', figures.equippedCpu],
    ["of which the caller's own jitter buffer holds (mean of each call)", figures.callersBuffer],
  ] as const;
  console.log('| what | n | p50 ms | p95 ms |\n| --- | --: | --: | --: |');
  for (const [what, times] of rows.filter(([, { length }]) => length > 0)) {
    console.log(
      `| ${what} | ${times.length} | ${round(percentile(times, 0.5))} | ${round(percentile(times, 0.95))} |`,
    );
  }
  if (held > 0) {
    const { plain, equipped: withAll } = await conversationMemoryKiB(http, mcp.document().url, held);
    console.log(`${held} conversations at once: ${round(plain)} KiB each, ${round(withAll)} KiB equipped`);
  }
} finally {
  await service.stop();
  await Promise.all([mcp.close(), http.close(), realtime.close(), voice.close()]);
}

/** The reply of one call, asked for after the greeting. */
async function ask(
  mode: string,
  question: Int16Array,
  token = service.access.connectorToken,
): Promise<{ endMs: number; heardMs: number }> {
  const call = await DialogueCall.begin(service.access.baseUrl, token, mode);
  try {
    await call.finishedAfter(call.beganMs);
    const { endMs } = call.say(question);
    const heardMs = await call.firstSoundAfter(endMs);
    figures.callersBuffer.push(await call.jitterBufferMs());
    return { endMs, heardMs };
  } finally {
    call.hangUp();
  }
}

async function timeCascade(question: Int16Array, { request, audio, cpu, token }: Cascade): Promise<void> {
  const cpuBeforeMs = processorTimeMs(service.pid);
  const { endMs, heardMs } = await ask('traditional', question, token);
  cpu.push(processorTimeMs(service.pid) - cpuBeforeMs);
  const asked = http.requests.find(({ path, atMs }) => path.endsWith('/transcriptions') && atMs > endMs);
  const spoken = http.requests.find(({ firstAudioAtMs = 0 }) => firstAudioAtMs > endMs);
  if (!asked || spoken?.firstAudioAtMs === undefined) throw new Error('The providers were not asked');
  request.push(asked.atMs - endMs - DEFAULT_TURN_TAKING.endpointingMinMs);
  audio.push(heardMs - spoken.firstAudioAtMs);
}

async function timeRealtime(question: Int16Array): Promise<void> {
  const { endMs, heardMs } = await ask('end-to-end', question);
  const began = realtime.sessions
    .flatMap(({ audioBeganAtMs }) => audioBeganAtMs)
    .find((atMs) => atMs > endMs);
  if (began === undefined) throw new Error('The provider did not speak');
  figures.realtimeAudio.push(heardMs - began - (await silenceLeftMs()));
}

/** The part of this provider's leading silence that callers still hear. */
async function silenceLeftMs(): Promise<number> {
  const heard = new LeadingSilence(SPEECH_RATE_HZ).take(await synthesise(ANSWER, SPEECH_RATE_HZ));
  const silentSamples = heard.findIndex((sample) => Math.abs(sample) > AUDIBLE_SAMPLE);
  return (silentSamples * 1_000) / SPEECH_RATE_HZ;
}
