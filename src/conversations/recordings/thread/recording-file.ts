import { closeSync, openSync, writeSync } from 'node:fs';
import { isPause, meanEnergy } from '../../../audio/energy.js';
import { createResampler, type Resampler } from '../../../audio/resampler.js';
import { GRANULE_RATE_HZ, OggOpusMuxer } from '../ogg/ogg-opus.js';
import { ChannelTimeline } from './channel-timeline.js';
import type { RecordedItem } from './recording-messages.js';
import { StereoEncoder } from './stereo-encoder.js';
import { Waveform } from './waveform.js';

/** Wideband: covers the whole voice. */
const SAMPLE_RATE_HZ = 16_000;
const FRAME_MS = 20;
const FRAME_SAMPLES = (SAMPLE_RATE_HZ * FRAME_MS) / 1_000;
const FRAME_TICKS = (GRANULE_RATE_HZ * FRAME_MS) / 1_000;
/** One page per second: the maximum loss when the process is killed. */
const PACKETS_PER_PAGE = 50;
/** How late audio may arrive and still be placed. */
const PATIENCE_MS = 1_500;
/** How late a redaction may arrive: longer than a turn takes. */
const REDACTION_PATIENCE_MS = 60_000;
/** Longest input of the resampler. */
const RESAMPLED_PIECE = 1_920;

export interface RecordingFileOptions {
  readonly path: string;
  readonly startedAtMs: number;
  readonly bitrateBps: number;
  readonly serial: number;
  /** Parts may have to be silenced later. */
  readonly redacts: boolean;
}

/** One recording: caller left, agent right, in an Ogg Opus file that grows page by page. */
export class RecordingFile {
  private readonly file: number;
  private readonly startedAtMs: number;
  private readonly patienceMs: number;
  private readonly encoder: StereoEncoder;
  private readonly muxer: OggOpusMuxer;
  private readonly caller = new ChannelTimeline(SAMPLE_RATE_HZ);
  private readonly agent = new ChannelTimeline(SAMPLE_RATE_HZ);
  private readonly resamplers = new Map<string, Resampler>();
  private readonly frame = new Int16Array(2 * FRAME_SAMPLES);
  private readonly waveform = new Waveform();
  private framesCoded = 0;

  /**
   * Creates the file, which must not exist, readable by its owner only.
   * @throws where the file system refuses
   */
  constructor({ path, startedAtMs, bitrateBps, serial, redacts }: RecordingFileOptions) {
    this.startedAtMs = startedAtMs;
    this.patienceMs = redacts ? REDACTION_PATIENCE_MS : PATIENCE_MS;
    this.encoder = new StereoEncoder(SAMPLE_RATE_HZ, bitrateBps);
    this.muxer = new OggOpusMuxer({
      serial,
      channels: 2,
      inputSampleRateHz: SAMPLE_RATE_HZ,
      preSkip: (this.encoder.lookahead * GRANULE_RATE_HZ) / SAMPLE_RATE_HZ,
      packetsPerPage: PACKETS_PER_PAGE,
    });
    this.file = openSync(path, 'wx', 0o600);
    writeSync(this.file, this.muxer.start());
  }

  add(item: RecordedItem): void {
    if (item.kind === 'agent-cleared') {
      this.agent.dropLast(item.droppedMs);
      return;
    }
    if (item.kind === 'silence') {
      this[item.side].silence(item.fromMs - this.startedAtMs, item.toMs - this.startedAtMs);
      return;
    }
    const samples = this.resampled(item.kind, item.samples, item.sampleRateHz);
    const atMs = item.atMs - this.startedAtMs;
    if (item.kind === 'agent') this.agent.append(samples, atMs);
    else this.caller.append(samples, atMs, item.isMadeUp || isPause(meanEnergy(item.samples)));
  }

  /** Encodes and writes audio that can no longer change. */
  advance(nowMs: number): void {
    this.codeUntil(nowMs - this.patienceMs);
  }

  /** Writes the rest up to the end of the call and closes the file. @returns its waveform */
  close(atMs: number): Uint8Array<ArrayBuffer> {
    const callTicks = Math.max(0, Math.round(((atMs - this.startedAtMs) * GRANULE_RATE_HZ) / 1_000));
    this.codeUntil(atMs);
    // Flushes the encoder's delay.
    const delayMs = (this.encoder.lookahead * 1_000) / SAMPLE_RATE_HZ;
    this.codeUntil(atMs + delayMs + FRAME_MS);
    writeSync(this.file, this.muxer.end(callTicks));
    this.release();
    return this.waveform.bytes();
  }

  release(): void {
    this.encoder.close();
    for (const resampler of this.resamplers.values()) resampler.close();
    closeSync(this.file);
  }

  private codeUntil(untilMs: number): void {
    const frames = Math.floor((untilMs - this.startedAtMs) / FRAME_MS);
    for (; this.framesCoded < frames; this.framesCoded++) {
      this.caller.take(this.frame, 0, 2);
      this.agent.take(this.frame, 1, 2);
      this.waveform.add(this.frame);
      const page = this.muxer.add(this.encoder.encode(this.frame), FRAME_TICKS);
      if (page) writeSync(this.file, page);
    }
  }

  private resampled(side: string, samples: Int16Array, sampleRateHz: number): Int16Array {
    if (sampleRateHz === SAMPLE_RATE_HZ) return samples;
    const key = `${side} ${sampleRateHz}`;
    const resampler = this.resamplers.get(key) ?? createResampler(sampleRateHz, SAMPLE_RATE_HZ);
    this.resamplers.set(key, resampler);
    // One more per piece: the length of the resampler's output varies by one.
    const pieces = Math.ceil(samples.length / RESAMPLED_PIECE);
    const output = new Int16Array(Math.ceil((samples.length * SAMPLE_RATE_HZ) / sampleRateHz) + pieces);
    let written = 0;
    for (let at = 0; at < samples.length; at += RESAMPLED_PIECE) {
      written += resampler.run(samples.subarray(at, at + RESAMPLED_PIECE), output.subarray(written));
    }
    return output.subarray(0, written);
  }
}
