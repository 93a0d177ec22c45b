import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { Worker } from 'node:worker_threads';
import { Clock } from '../../common/clock/index.js';
import { AppConfig } from '../../common/config/index.js';
import { AccountStorage } from '../../quotas/index.js';
import { startThread } from '../../common/threads/index.js';
import { RecordingUploads } from './bucket/recording-uploads.service.js';
import { RecordingFiles } from './recording-files.js';
import { RecordingSizes } from './recording-sizes.js';
import type { FromRecordingThread, RecordedItem, ToRecordingThread } from './thread/recording-messages.js';

/** Interval of batches to the thread: well below its wait for late audio. */
const HAND_OVER_MS = 500;
/** Unacknowledged batches: 10 s. Beyond that, audio is dropped. */
const MAX_UNWRITTEN = 20;
/** Of both sides together. */
const BITRATE_BPS = 32_000;

/** Ends a recording when its account reaches its storage limit. */
interface StorageLimit {
  readonly accountId: string;
  /** The limit prevented or ended the recording. */
  readonly onReached: () => void;
}

interface CallerAudioPiece {
  readonly samples: Int16Array;
  /** Packet-loss concealment; the real audio may arrive later and replace it. */
  readonly concealed: boolean;
  readonly atMs: number;
  readonly lateMs: number;
}

/** The recording of one call. Methods return immediately and never throw. Times are of `Clock.monotonicMs`. */
export interface CallRecording {
  /** Caller audio, mono. Copied. */
  caller(audio: CallerAudioPiece, sampleRateHz: number): void;
  /** Agent audio, mono, to be heard from `atMs` on, or after the audio queued before. Copied. */
  agent(samples: Int16Array, sampleRateHz: number, atMs: number): void;
  /** The agent was interrupted: the last `droppedMs` of its audio were never played. */
  agentCleared(droppedMs: number): void;
  /** Silences this side in between, in a recording that `redacts`. */
  silence(side: 'caller' | 'agent', fromMs: number, toMs: number): void;
  /** The call is over. Resolves when the file is complete. Safe to call twice. */
  close(): Promise<void>;
}

/** Records calls to disk if RECORDINGS_ENABLED is set. Encoding and writing run in a thread. */
@Injectable()
export class RecordingsService implements OnModuleDestroy {
  private readonly open = new Map<string, OpenRecording>();
  private thread: Worker | undefined;
  private timer: NodeJS.Timeout | undefined;
  private handedOver = 0;
  private written = 0;
  private isOverloaded = false;

  constructor(
    private readonly config: AppConfig,
    private readonly files: RecordingFiles,
    private readonly uploads: RecordingUploads,
    private readonly sizes: RecordingSizes,
    private readonly storage: AccountStorage,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(RecordingsService.name);
  }

  /**
   * Starts recording a call; parts may be silenced later if it `redacts`. Never throws.
   * @param part Number of this process among those that carried the call, from 1.
   * @returns Undefined if recordings are off, the account is at its storage limit, or the disk refuses.
   */
  start(conversationId: string, redacts = false, part = 1, limit?: StorageLimit): CallRecording | undefined {
    const fileOf = () => this.files.prepare(conversationId, part);
    return this.startAt(conversationId, conversationId, fileOf, redacts, limit);
  }

  /** Starts recording a replay of a conversation. Never throws. @returns Undefined if recordings are off. */
  startReplay(conversationId: string, replayId: string): CallRecording | undefined {
    const fileOf = () => this.files.prepareReplay(conversationId, replayId);
    return this.startAt(replayId, conversationId, fileOf, false);
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.open.values()].map((recording) => recording.close()));
    clearInterval(this.timer);
    await this.thread?.terminate();
    await this.uploads.finish();
  }

  private startAt(
    id: string,
    conversationId: string,
    fileOf: () => string,
    redacts: boolean,
    limit?: StorageLimit,
  ): CallRecording | undefined {
    if (!this.config.conversations.recordAudio) return undefined;
    if (limit && this.storage.isFull(limit.accountId)) {
      limit.onReached();
      return undefined;
    }
    let file: string;
    try {
      file = fileOf();
      this.send({ kind: 'open', id, path: file, startedAtMs: this.clock.monotonicMs(), redacts });
    } catch (error) {
      this.logger.error({ err: error, id }, 'recording could not be started');
      return undefined;
    }
    const recording = new OpenRecording(() => this.finish(id), limit);
    this.open.set(id, recording);
    this.uploads.begin(file, recording.ended);
    const isReplay = id !== conversationId;
    void recording.ended.then((waveform) =>
      this.sizes.enter(conversationId, { file, waveform: isReplay ? undefined : waveform }),
    );
    this.timer ??= setInterval(() => {
      this.endAtLimit();
      this.handOver();
    }, HAND_OVER_MS);
    return recording;
  }

  private endAtLimit(): void {
    for (const recording of this.open.values()) {
      const { limit } = recording;
      if (!limit || recording.isClosing || !this.storage.isFull(limit.accountId)) continue;
      void recording.close();
      limit.onReached();
    }
  }

  private finish(id: string): void {
    this.handOver();
    this.send({ kind: 'close', id, atMs: this.clock.monotonicMs() });
  }

  private handOver(): void {
    const recordings = [...this.open].map(([id, recording]) => ({ id, items: recording.takeItems() }));
    if (recordings.length === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
      return;
    }
    const isOverloaded = this.handedOver - this.written >= MAX_UNWRITTEN;
    if (isOverloaded !== this.isOverloaded) {
      this.isOverloaded = isOverloaded;
      this.logger.error({ recordings: recordings.length, isOverloaded }, 'recordings fall behind');
    }
    if (isOverloaded) return;
    const samples = recordings.flatMap(({ items }) =>
      items.flatMap((item) => ('samples' in item ? item.samples.buffer : [])),
    );
    const sequence = ++this.handedOver;
    this.send({ kind: 'audio', sequence, nowMs: this.clock.monotonicMs(), recordings }, samples);
  }

  private send(message: ToRecordingThread, transferred: ArrayBuffer[] = []): void {
    this.thread ??= this.startWorker();
    this.thread.postMessage(message, transferred);
  }

  private startWorker(): Worker {
    const workerData = { bitrateBps: BITRATE_BPS };
    const thread = startThread(import.meta.url, './thread/recording-thread.js', { workerData });
    thread.on('message', (message: FromRecordingThread) => this.handle(message));
    thread.on('error', (error: unknown) => this.logger.error({ err: error }, 'recording thread failed'));
    thread.on('exit', () => this.forgetThread(thread));
    return thread;
  }

  private handle(message: FromRecordingThread): void {
    switch (message.kind) {
      case 'written':
        this.written = message.sequence;
        return;
      case 'failed':
        this.logger.error({ conversationId: message.id, code: message.code }, 'recording incomplete');
        this.remove(message.id);
        return;
      case 'closed':
        this.remove(message.id, message.waveform);
        return;
    }
  }

  /** The crashed thread's recordings stay on disk as they are; the next call gets a new thread. */
  private forgetThread(thread: Worker): void {
    if (this.thread !== thread) return;
    this.thread = undefined;
    this.written = this.handedOver;
    for (const id of this.open.keys()) this.remove(id);
  }

  private remove(id: string, waveform?: Uint8Array<ArrayBuffer>): void {
    this.open.get(id)?.closed(waveform);
    this.open.delete(id);
  }
}

class OpenRecording implements CallRecording {
  readonly closed: (waveform?: Uint8Array<ArrayBuffer>) => void;
  /** Resolves when writing has ended; with the waveform, if it is complete. */
  readonly ended: Promise<Uint8Array<ArrayBuffer> | undefined>;
  isClosing = false;
  private items: RecordedItem[] = [];

  constructor(
    private readonly finish: () => void,
    readonly limit: StorageLimit | undefined,
  ) {
    let ended: OpenRecording['closed'] = () => undefined;
    this.ended = new Promise((resolve) => (ended = resolve));
    this.closed = (waveform) => {
      this.isClosing = true;
      this.items = [];
      ended(waveform);
    };
  }

  caller(audio: CallerAudioPiece, sampleRateHz: number): void {
    const samples = audio.samples.slice();
    const beganAtMs = audio.atMs - audio.lateMs - (samples.length / sampleRateHz) * 1_000;
    const isMadeUp = audio.concealed;
    this.add({ kind: 'caller', samples, sampleRateHz, atMs: beganAtMs, isMadeUp });
  }

  agent(samples: Int16Array, sampleRateHz: number, atMs: number): void {
    this.add({ kind: 'agent', samples: samples.slice(), sampleRateHz, atMs, isMadeUp: false });
  }

  agentCleared(droppedMs: number): void {
    this.add({ kind: 'agent-cleared', droppedMs });
  }

  silence(side: 'caller' | 'agent', fromMs: number, toMs: number): void {
    this.add({ kind: 'silence', side, fromMs, toMs });
  }

  async close(): Promise<void> {
    if (!this.isClosing) {
      this.isClosing = true;
      this.finish();
    }
    await this.ended;
  }

  takeItems(): RecordedItem[] {
    const { items } = this;
    this.items = [];
    return items;
  }

  private add(item: RecordedItem): void {
    if (!this.isClosing) this.items.push(item);
  }
}
