import { Logger } from '@nestjs/common';
import type { types } from 'mediasoup';
import type { LossProtection } from '../rtp/loss-protection.js';
import { outgoingStats } from './session-stats.js';

/** Clients report each five seconds or more often (RFC 3550, 6.2; libwebrtc's do so for audio). */
const ASK_EVERY_MS = 5_000;

/** Asks the media worker now and then what a client has reported of the agent's packets. */
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
        LossReports.logger.warn({ err: error, msg: 'what a caller reports of its loss can not be read' }),
      );
    }, ASK_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async ask(): Promise<void> {
    const stats = await outgoingStats(this.consumer());
    // It is only there once there was a report.
    if (!stats || (!stats.roundTripTime && !stats.packetsLost)) return;
    this.protection.note(
      { packetsSent: stats.packetCount, packetsLost: stats.packetsLost },
      performance.now(),
    );
  }
}
