// Runs in the service's process.
import type { INestApplication } from '@nestjs/common';
import { newId } from '../../../src/common/ids/index.js';
import { ConversationRecorder } from '../../../src/conversations/index.js';
import { recordSpeech } from './record-speech.js';
import { type Line, SCRIPTS } from './scripts.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Two weeks of calls. @returns One with a tool call. */
export async function makeCalls(
  app: INestApplication,
  accountId: string,
  agentIds: readonly string[],
  topicId: string,
) {
  const recorder = app.get(ConversationRecorder, { strict: false });
  let shown = '';
  for (let index = 0; index < 60; index++) {
    const script = SCRIPTS[index % SCRIPTS.length] ?? [];
    const agentId = agentIds[index % 5 === 4 ? 1 : 0] ?? '';
    // More by day than by night.
    const startedAt = new Date(Date.now() - (index / 60) * 14 * DAY_MS - ((index * 37) % 240) * MINUTE_MS);
    const call = recorder.begin({
      ...{ accountId, agentId, sessionId: newId('sess'), target: index % 7 === 3 ? 'sandbox' : 'live' },
      ...{
        mode: 'traditional',
        adapter: 'pipeline',
        startedAt,
        caller: `+44207946${String(1_000 + index * 13)}`,
      },
    });
    call.connected(new Date(startedAt.getTime() + 400));
    const endedAt = await hold(app, call, { script, startedAt, index, topicId, isShown: index === 0 });
    const crashed = index % 23 === 11;
    await call.end({
      at: endedAt,
      reason: crashed ? 'agent-failed' : 'client-close',
      crashed,
      media: lineOf(index),
    });
    if (index === 0) shown = call.id;
  }
  await holdOn(recorder, accountId, agentIds[0] ?? '');
  return shown;
}

/** A call that stays live for the screenshots. */
async function holdOn(recorder: ConversationRecorder, accountId: string, agentId: string): Promise<void> {
  const startedAt = new Date(Date.now() - 40_000);
  const call = recorder.begin({
    ...{ accountId, agentId, sessionId: newId('sess'), target: 'live', mode: 'traditional' },
    ...{ adapter: 'pipeline', startedAt, caller: '+442079460555' },
  });
  call.connected(startedAt);
  for (const [position, { speaker, text }] of (SCRIPTS[1] ?? []).slice(0, 3).entries())
    call.turn({ turnId: `turn-${position}`, speaker, text, startedAt, endedAt: startedAt });
}

const lineOf = (index: number) => ({
  packetsReceived: 1_500 + index,
  packetsLost: index % 7,
  jitterMs: 3 + (index % 5),
  roundTripTimeMs: 24 + (index % 30),
  protocol: 'udp',
  codec: 'audio/opus',
});

interface Held {
  readonly script: readonly Line[];
  readonly startedAt: Date;
  readonly index: number;
  readonly topicId: string;
  /** Has a recording, since it is shown. */
  readonly isShown: boolean;
}

/** @returns The time of the last word. */
async function hold(
  app: INestApplication,
  call: ReturnType<ConversationRecorder['begin']>,
  { script, startedAt, index, topicId, isShown }: Held,
): Promise<Date> {
  const spoken = [];
  let atMs = startedAt.getTime() + 600;
  for (const [position, { speaker, text, tool, topic, overlap }] of script.entries()) {
    const turnId = `turn-${position}`;
    const endMs = atMs + 900 + text.length * 55;
    const heardMs = 480 + ((index * 7 + position * 131) % 700);
    const at = new Date(atMs);
    call.turn({
      ...{ turnId, speaker, text, startedAt: at, endedAt: new Date(endMs) },
      ...(speaker === 'agent' && position > 0 && { latency: latencyOf(heardMs) }),
      ...(speaker === 'agent' && { interrupted: (index * 5 + position) % 11 === 4 }),
    });
    spoken.push({ speaker, text, atMs: atMs - startedAt.getTime() });
    if (tool) call.event({ kind: 'tool-call', at, callId: newId('tcall'), turnId, ...tool });
    if (topic !== undefined) {
      const topics = [{ id: topicId, name: topic, title: topic }];
      call.event({ kind: 'knowledge', at, outcome: 'found', topics, durationMs: 14 });
    }
    if (overlap) call.event({ kind: 'overlap', at: new Date(endMs - 700), ...overlap });
    atMs = endMs + heardMs;
  }
  for (const usage of USAGE) call.usage(usage);
  if (isShown) await recordSpeech(app, call.id, spoken);
  return new Date(atMs);
}

const USAGE = [
  { stage: 'llm', provider: 'openai', model: 'gpt-4.1-mini', inputTokens: 2_900, outputTokens: 140 },
  { stage: 'stt', provider: 'deepgram', model: 'nova-3', audioMs: 31_000 },
  { stage: 'tts', provider: 'openai', model: 'gpt-4o-mini-tts', characters: 412 },
] as const;

const latencyOf = (heardMs: number) => ({
  endOfTurnMs: Math.round(heardMs * 0.35),
  transcriptMs: Math.round(heardMs * 0.45),
  firstTokenMs: Math.round(heardMs * 0.7),
  firstAudioMs: Math.round(heardMs * 0.92),
  heardMs,
});
