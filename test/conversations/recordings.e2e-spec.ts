import { jest } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Clock } from '../../src/common/clock/index.js';
import { newId } from '../../src/common/ids/index.js';
import { type CallRecording, RecordingsService } from '../../src/conversations/index.js';
import { wholeRecording } from '../../src/conversations/recordings/recording.js';
import { RecordingFiles } from '../../src/conversations/recordings/recording-files.js';
import { RecordingSizes } from '../../src/conversations/recordings/recording-sizes.js';
import { rms, tone, toneShare } from '../support/audio.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/until.js';
import { type ConversationsApp, startConversationsApp } from './conversations-app.js';
import { decodeOggOpus } from './ogg-opus-decoder.js';
import { newConversation } from './support/new-conversation.js';

const CALLER_HZ = 440;
const AGENT_HZ = 1_000;

describe('RecordingsService', () => {
  let database: TestDatabase;
  let service: ConversationsApp;
  let recordings: RecordingsService;
  let files: RecordingFiles;
  /** Clock of the calls. */
  let nowMs = 0;
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'earshot-recordings-'));

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startConversationsApp(database.url, { RECORDINGS_ENABLED: 'true', DATA_DIR: dataDir });
    recordings = service.app.get(RecordingsService);
    files = service.app.get(RecordingFiles);
    jest.spyOn(service.app.get(Clock), 'monotonicMs').mockImplementation(() => nowMs);
  });

  afterAll(async () => {
    await service.app.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  function start(id: string, redacts = false): CallRecording {
    const recording = recordings.start(id, redacts);
    if (!recording) throw new Error('not started');
    return recording;
  }

  /** The caller's audio in 20 ms frames. */
  function callerSpeaks(recording: CallRecording, fromMs: number, durationMs: number, sampleRateHz: number) {
    const speech = tone({ frequencyHz: CALLER_HZ, durationMs, sampleRateHz });
    const frame = sampleRateHz / 50;
    for (let at = 0; at < speech.length; at += frame) {
      const samples = speech.subarray(at, at + frame);
      const atMs = fromMs + ((at + frame) / sampleRateHz) * 1_000;
      recording.caller({ samples, concealed: false, atMs, lateMs: 0 }, sampleRateHz);
    }
  }

  const writtenBytes = async (id: string) => (await files.find(id))?.sizeBytes ?? 0;

  const soundOf = async (id: string) => {
    const found = await files.find(id);
    if (!found) throw new Error('no recording');
    return decodeOggOpus(await wholeRecording(found));
  };

  it('mutes content that must not be stored, even when marked seconds later', async () => {
    const [id, otherId] = [newId('conv'), newId('conv')];
    const [recording, other] = [start(id, true), start(otherId)];
    const begin = nowMs;
    for (const each of [recording, other]) callerSpeaks(each, begin, 1_500, 16_000);
    nowMs += 4_000;
    await until('another recording is written', async () => (await writtenBytes(otherId)) > 2_000);
    await other.close();
    recording.silence('caller', begin + 500, begin + 1_000);
    await recording.close();
    const { left, sampleRateHz } = await soundOf(id);
    const loudness = (fromMs: number, toMs: number) =>
      rms(left.subarray((fromMs / 1_000) * sampleRateHz, (toMs / 1_000) * sampleRateHz));
    expect(loudness(100, 400)).toBeGreaterThan(0.05);
    expect(loudness(600, 900)).toBeLessThan(0.005);
    expect(loudness(1_100, 1_400)).toBeGreaterThan(0.05);
  });

  it('has the caller left and the agent right, in sync, without audio that was never heard', async () => {
    const id = newId('conv');
    const recording = start(id);
    const begin = nowMs;
    callerSpeaks(recording, begin + 100, 600, 24_000);
    // A two-second reply that arrives at once and is interrupted after 500 ms.
    recording.agent(
      tone({ frequencyHz: AGENT_HZ, durationMs: 2_000, sampleRateHz: 16_000 }),
      16_000,
      begin + 800,
    );
    recording.agentCleared(1_500);
    nowMs += 1_600;
    await recording.close();

    const { left, right, sampleRateHz } = await soundOf(id);
    const piece = (side: Int16Array, fromMs: number, toMs: number) =>
      side.subarray((fromMs * sampleRateHz) / 1_000, (toMs * sampleRateHz) / 1_000);
    expect(left.length / sampleRateHz).toBeCloseTo(1.6, 1);
    expect(toneShare(piece(left, 150, 650), CALLER_HZ, sampleRateHz)).toBeGreaterThan(0.95);
    expect(toneShare(piece(right, 850, 1_250), AGENT_HZ, sampleRateHz)).toBeGreaterThan(0.95);
    expect(rms(piece(left, 750, 1_500))).toBeLessThan(0.01);
    expect(rms(piece(right, 150, 750))).toBeLessThan(0.01);
    expect(rms(piece(right, 1_350, 1_550))).toBeLessThan(0.01);
  });

  it('is playable during the call up to the last seconds, and after a crash', async () => {
    const id = newId('conv');
    const recording = start(id);
    callerSpeaks(recording, nowMs, 4_000, 16_000);
    nowMs += 4_000;
    await until('some seconds are written', async () => (await writtenBytes(id)) > 4_000);
    const { left, sampleRateHz } = await soundOf(id);
    expect(left.length / sampleRateHz).toBeGreaterThan(0.9);
    expect(toneShare(left.subarray(1_600), CALLER_HZ, sampleRateHz)).toBeGreaterThan(0.95);
    await recording.close();
  });

  it('ends on a disk failure without affecting calls or other recordings', async () => {
    const broken = newId('conv');
    // A file in place of the recording.
    writeFileSync(files.prepare(broken), 'taken');
    const cutShort = start(broken);
    const id = newId('conv');
    const healthy = start(id);
    callerSpeaks(cutShort, nowMs, 200, 16_000);
    callerSpeaks(healthy, nowMs, 200, 16_000);
    nowMs += 200;
    await Promise.all([cutShort.close(), healthy.close()]);
    expect((await soundOf(id)).left.length).toBeGreaterThan(0);
    expect((await files.find(broken))?.sizeBytes).toBe('taken'.length);
  });

  it('counts towards its account once closed, and again when its entry is missing', async () => {
    const { prisma, recorder } = service;
    const { id } = recorder.begin(newConversation());
    await until('it is on record', () => prisma.conversation.findUnique({ where: { id } }));
    const entered = async () =>
      (await prisma.recording.findMany({ where: { conversationId: id } })).map(({ bytes }) => Number(bytes));
    const recording = start(id);
    callerSpeaks(recording, nowMs, 200, 16_000);
    nowMs += 200;
    await recording.close();
    await until('it is entered', async () => (await entered()).length === 1);
    const size = await writtenBytes(id);
    expect(await entered()).toEqual([size]);
    const sizes = service.app.get(RecordingSizes);
    await prisma.recording.deleteMany({ where: { conversationId: id } });
    await sizes.run();
    expect(await entered()).toEqual([size]);
    await sizes.removeOlderThan(new Date(0));
    expect(await entered()).toEqual([size]);
    await sizes.removeOlderThan(new Date(Date.now() + 60_000));
    expect(await entered()).toEqual([]);
  });

  it('is off by default', async () => {
    const silent = await startConversationsApp(database.url, { DATA_DIR: dataDir });
    expect(silent.app.get(RecordingsService).start(newId('conv'))).toBeUndefined();
    await silent.app.close();
  });
});
