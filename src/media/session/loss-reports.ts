import { Logger } from '@nestjs/common';
import type { types } from 'mediasoup';
import type { LossProtection } from '../rtp/loss-protection.js';
import { outgoingStats } from './session-stats.js';

/** Clients report at least every five seconds (RFC 3550, 6.2; libwebrtc does so for audio). */
const ASK_EVERY_MS = 5_000;

/** Periodically queries the worker for the client's reports about the agent's packets. */
export class LossReports {
  private static readonly logger = new Logger(LossReports.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly consumer: () => types.Consumer | undefined,
    private readonly protection: LossProtection,
  ) {}

  begin(): void {
    this.timer = setInterval(() => {
      this.ask().catch((error: unknown) =>
        LossReports.logger.warn({ err: error, msg: 'loss report of a caller could not be parsed' }),
      );
    }, ASK_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async ask(): Promise<void> {
    const stats = await outgoingStats(this.consumer());
    // Only present after the first report.
    if (!stats || (!stats.roundTripTime && !stats.packetsLost)) return;
    this.protection.note(
      { packetsSent: stats.packetCount, packetsLost: stats.packetsLost },
      performance.now(),
    );
  }
}
