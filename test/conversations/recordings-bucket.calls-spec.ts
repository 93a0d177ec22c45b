import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { RecordingsService } from '../../src/conversations/index.js';
import { RecordingBucket } from '../../src/conversations/recordings/bucket/recording-bucket.js';
import { RecordingDeletions } from '../../src/conversations/recordings/deletions/recording-deletions.service.js';
import { readRecording, wholeRecording } from '../../src/conversations/recordings/recording.js';
import { RecordingFiles } from '../../src/conversations/recordings/recording-files.js';
import { RecordingSizes } from '../../src/conversations/recordings/recording-sizes.js';
import { newId } from '../../src/common/ids/index.js';
import { tone } from '../support/audio.js';
import { ChildProgram } from '../support/child-program.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/until.js';
import { type ConversationsApp, startConversationsApp } from './conversations-app.js';
import { newConversation } from './support/new-conversation.js';
import { decodeOggOpus } from './ogg-opus-decoder.js';
import { S3Server } from './support/s3-server.js';

const RATE_HZ = 16_000;
const LONG_AGO = new Date(Date.now() - 600_000);

describe('recordings in a bucket', () => {
  let database: TestDatabase;
  let store: S3Server;
  const root = mkdtempSync(path.join(os.tmpdir(), 'earshot-bucket-'));
  const running: ConversationsApp[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    store = await S3Server.start();
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map(({ app }) => app.close()));
  });

  afterAll(async () => {
    await store.remove();
    await database.drop();
    rmSync(root, { recursive: true, force: true });
  });

  /** An instance with its own disk. */
  async function instance(disk: string, settings = store.settings): Promise<ConversationsApp> {
    const service = await startConversationsApp(database.url, {
      DATA_DIR: path.join(root, disk),
      ...settings,
    });
    await service.app.init();
    running.push(service);
    return service;
  }

  const filesOf = ({ app }: ConversationsApp) => app.get(RecordingFiles);

  /** A recording once at least a second of it exists. */
  async function someOf(service: ConversationsApp, id: string) {
    const found = await filesOf(service).find(id);
    return found && found.sizeBytes > 4_000 ? found : undefined;
  }

  async function conversation({ recorder, prisma }: ConversationsApp): Promise<string> {
    const { id } = recorder.begin(newConversation());
    await until('it is on record', () => prisma.conversation.findUnique({ where: { id } }));
    return id;
  }

  /** A complete recording left on disk by a dead process. */
  function leave(disk: string, id: string, content: string): string {
    const folder = path.join(root, disk, 'recordings', id.slice(-2));
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, `${id}.ogg`);
    writeFileSync(file, content);
    utimesSync(file, LONG_AGO, LONG_AGO);
    return file;
  }

  /** Makes the pending deletion due now. */
  const isDue = ({ prisma }: ConversationsApp, id: string) =>
    prisma.recordingDeletion.update({ where: { conversationId: id }, data: { nextAttemptAt: new Date(0) } });

  it('do not load the SDK without a bucket', async () => {
    await instance('none', {});
    const loaded = Object.keys(createRequire(import.meta.url).cache);
    expect(loaded.filter((file) => file.includes('@aws-sdk'))).toEqual([]);
    await instance('some');
    expect(createRequire(import.meta.url).resolve('@aws-sdk/client-s3')).toContain('@aws-sdk');
  });

  it('are readable on every instance during the call, and one object afterwards', async () => {
    const [here, there] = [await instance('here'), await instance('there')];
    const id = await conversation(here);
    const recording = here.app.get(RecordingsService).start(id);
    const samples = tone({ frequencyHz: 440, durationMs: 4_000, sampleRateHz: RATE_HZ });
    recording?.agent(samples, RATE_HZ, performance.now());
    const early = await until('some of it is known elsewhere', () => someOf(there, id), 20_000);
    expect(decodeOggOpus(await wholeRecording(early)).right.length).toBeGreaterThan(RATE_HZ / 2);

    await recording?.close();
    await until('it is one object', () => store.objectsOf(id).join() === `${id}.ogg`);
    const local = readFileSync(path.join(root, 'here', 'recordings', id.slice(-2), `${id}.ogg`));
    const found = await filesOf(there).find(id);
    if (!found) throw new Error('not found');
    expect(await wholeRecording(found)).toEqual(local);
    const piece: Buffer[] = [];
    for await (const chunk of readRecording(found, 1_000, 2_999)) piece.push(chunk as Buffer);
    expect(Buffer.concat(piece)).toEqual(local.subarray(1_000, 3_000));
  });

  it('are nearly complete after a kill -9, and complete once a process runs on that disk again', async () => {
    const there = await instance('there');
    const disk = path.join(root, 'killed');
    const child = new ChildProgram<{ id: string }>('test/conversations/support/recording-process.ts');
    child.tell({ ...store.settings, DATABASE_URL: database.url, DATA_DIR: disk });
    const { id } = await child.next();
    const known = await until('some of it is known elsewhere', () => someOf(there, id), 20_000).finally(() =>
      child.stop(),
    );
    const file = path.join(disk, 'recordings', id.slice(-2), `${id}.ogg`);
    const written = readFileSync(file);
    expect(written.subarray(0, known.sizeBytes)).toEqual(await wholeRecording(known));
    expect(store.objectsOf(id)).not.toContain(`${id}.ogg`);

    utimesSync(file, LONG_AGO, LONG_AGO);
    await instance('killed');
    await until('it is one object', () => store.objectsOf(id).join() === `${id}.ogg`);
    const found = await filesOf(there).find(id);
    expect(found && (await wholeRecording(found))).toEqual(written);
  });

  it('stay on disk while the store is down, with a short wait per request', async () => {
    const here = await instance('here');
    const id = await conversation(here);
    await store.stop();
    const file = leave('away', id, 'recorded');
    const away = await instance('away');
    await expect(filesOf(here).find(id)).rejects.toMatchObject({ status: 503 });
    expect(await filesOf(here).findIfReachable(id)).toBeUndefined();
    expect(existsSync(file)).toBe(true);
    await store.start();
    await until('it is there', () => store.objectsOf(id).join() === `${id}.ogg`);
    expect((await filesOf(away).find(id))?.sizeBytes).toBe(8);
  });

  it('are reliably deleted by another process after a store outage and a crash', async () => {
    const here = await instance('here');
    const id = await conversation(here);
    leave('other', id, 'recorded');
    const other = await instance('other');
    await until('it is there', () => store.objectsOf(id).length === 1);
    await store.stop();
    // Any deletion: a trigger records it.
    await here.prisma.conversation.delete({ where: { id } });
    await here.app.get(RecordingDeletions).run();
    await Promise.all(running.splice(0).map(({ app }) => app.close()));
    await store.start();
    expect(store.objectsOf(id)).toHaveLength(1);

    const third = await instance('third');
    await isDue(third, id);
    // The job of the new process may have taken it already.
    await third.app.get(RecordingDeletions).run();
    await until('it is deleted', () => store.objectsOf(id).length === 0);
    expect(other.app).toBeDefined();
    // A file on another instance's disk is deleted when that instance is back.
    await instance('other');
    await until(
      'the disk has nothing',
      () => !existsSync(path.join(root, 'other/recordings', id.slice(-2), `${id}.ogg`)),
    );
  });

  it('are not restored by an upload in flight or an outdated process', async () => {
    const here = await instance('here');
    const id = await conversation(here);
    const kept = await conversation(here);
    for (const each of [id, kept]) leave('late', each, 'recorded');
    await here.prisma.conversation.delete({ where: { id } });
    const deletions = here.app.get(RecordingDeletions);
    await deletions.run();
    expect(await here.prisma.recordingDeletion.findUnique({ where: { conversationId: id } })).toMatchObject({
      clearedAt: expect.any(Date) as Date,
      nextAttemptAt: expect.any(Date) as Date,
    });
    await instance('late');
    await until('another one is uploaded', () => store.objectsOf(kept).length === 1);
    expect(store.objectsOf(id)).toEqual([]);

    // Like a request the store executed late.
    const file = leave('here', id, 'recorded');
    const name = { conversationId: id, part: 1, replayId: undefined };
    await here.app.get(RecordingBucket).putWhole(name, `${id}.ogg`, { path: file, first: 0, last: 7 });
    expect(store.objectsOf(id)).toHaveLength(1);
    await isDue(here, id);
    await deletions.run();
    expect(store.objectsOf(id)).toEqual([]);
    expect(await here.prisma.recordingDeletion.findUnique({ where: { conversationId: id } })).toMatchObject({
      nextAttemptAt: null,
    });
  });

  it('count towards their account, keep only the latest replays and expire', async () => {
    const here = await instance('here');
    const id = await conversation(here);
    const bucket = filesOf(here);
    for (const replay of [newId('rpl'), newId('rpl')]) {
      const file = bucket.prepareReplay(id, replay);
      writeFileSync(file, replay);
      utimesSync(file, LONG_AGO, LONG_AGO);
    }
    const again = await instance('here');
    await until('both are there', () => store.objectsOf(id).length === 2);
    await bucket.folder.delete(id);
    const sizes = again.app.get(RecordingSizes);
    await sizes.run();
    const entered = () => again.prisma.recording.findMany({ where: { conversationId: id } });
    expect((await entered()).map(({ bytes }) => Number(bytes))).toEqual([26, 26]);
    await sizes.remove(id, await filesOf(again).keepReplays(id, 1));
    expect(await entered()).toHaveLength(1);
    expect(store.objectsOf(id)).toHaveLength(1);
    await filesOf(again).deleteOlderThan(new Date(Date.now() + 60_000));
    expect(store.objectsOf(id)).toEqual([]);
  });
});
