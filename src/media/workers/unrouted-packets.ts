import { Logger } from '@nestjs/common';
import { setLogEventListeners } from 'mediasoup';
import { LineBudget } from './line-budget.js';

/** A packet of a stream that its connection does not know; the worker does not report which connection. */
export interface UnroutedPacket {
  readonly ssrc: number;
  readonly payloadType: number;
}

/** The warning's text in `RTC::Transport::ReceiveRtpPacket()`. */
const WARNING =
  /^\[pid:(\d{1,10})\] \S{0,100} \| no suitable Producer for received RTP packet \[ssrc:(\d{1,10}), payloadType:(\d{1,3})\]/;
const PID = /^\[pid:(\d{1,10})\] /;

/** The packet of a warning; undefined for other warnings. */
export function parseUnroutedPacket(warning: string): UnroutedPacket | undefined {
  const [, , ssrc, payloadType] = WARNING.exec(warning) ?? [];
  if (ssrc === undefined || payloadType === undefined) return undefined;
  return { ssrc: Number(ssrc), payloadType: Number(payloadType) };
}

/** By process id. mediasoup has a single listener for the warnings of all workers. */
const readers = new Map<number, (warning: string) => void>();

function readWarnings(pid: number, reader: (warning: string) => void): void {
  readers.set(pid, reader);
  setLogEventListeners({
    onwarn: (_, warning) => readers.get(Number(PID.exec(warning)?.[1]))?.(warning),
  });
}

function stopReadingWarnings(pid: number): void {
  readers.delete(pid);
  if (readers.size === 0) setLogEventListeners({});
}

/**
 * Reports a worker's unexpected streams. The worker mentions them only in warnings, one per packet. These are enabled
 * while a call waits, and disabled for the rest of any second with too many.
 */
export class UnroutedPackets {
  private static readonly logger = new Logger(UnroutedPackets.name);
  private readonly watchers = new Set<(packet: UnroutedPacket) => void>();
  private readonly budget = new LineBudget();
  private reporting = false;
  private settling = false;
  private pause: NodeJS.Timeout | undefined;

  /** `report` switches the worker's warnings on and off; it fails when the worker has exited. */
  constructor(
    private readonly pid: number,
    private readonly report: (on: boolean) => Promise<void>,
  ) {}

  /** Calls back for each such packet until the returned function is called. */
  watch(onPacket: (packet: UnroutedPacket) => void): () => void {
    const watcher = (packet: UnroutedPacket) => onPacket(packet);
    this.watchers.add(watcher);
    readWarnings(this.pid, (warning) => this.read(warning));
    void this.settle();
    return () => {
      this.watchers.delete(watcher);
      if (this.watchers.size > 0) return;
      stopReadingWarnings(this.pid);
      void this.settle();
    };
  }

  close(): void {
    clearTimeout(this.pause);
    this.watchers.clear();
    stopReadingWarnings(this.pid);
  }

  private read(warning: string): void {
    const waitMs = this.budget.take(performance.now());
    if (waitMs > 0) {
      this.pauseFor(waitMs);
      return;
    }
    const packet = parseUnroutedPacket(warning);
    if (!packet) return;
    for (const watcher of this.watchers) watcher(packet);
  }

  private pauseFor(waitMs: number): void {
    if (this.pause) return;
    this.pause = setTimeout(() => {
      this.pause = undefined;
      void this.settle();
    }, waitMs);
    this.pause.unref();
    void this.settle();
  }

  private get wanted(): boolean {
    return this.watchers.size > 0 && this.pause === undefined;
  }

  /** One change at a time, until the worker is in the wanted state. */
  private async settle(): Promise<void> {
    if (this.settling) return;
    this.settling = true;
    try {
      while (this.reporting !== this.wanted) {
        const on = this.wanted;
        await this.report(on);
        this.reporting = on;
      }
    } catch (error) {
      UnroutedPackets.logger.debug({ err: error, msg: 'a media worker could not be told what to report' });
    } finally {
      this.settling = false;
    }
  }
}
