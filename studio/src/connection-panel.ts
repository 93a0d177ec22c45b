import type { ConnectionReport, EarshotCall } from '../../client/src/index.js';
import type { CallSetup } from './call-setup.js';
import { judgeConnection } from './connection-verdict.js';
import { byId } from './dom.js';
import { prepareCall } from './live-call.js';
import { Notice } from './notice.js';
import { openTestTone } from './test-tone.js';

const REFRESH_MS = 1_000;

/** Length of a connected test call, in milliseconds: loss reports come every few seconds. */
const TEST_MS = 6_000;

/** The figures of the connection: of the call that runs, or of a short test call. */
export class ConnectionPanel {
  private readonly button = byId('test-connection', HTMLButtonElement);
  private readonly verdict = byId('connection-verdict', HTMLElement);
  private readonly notice = new Notice(byId('connection-notice', HTMLElement));
  private readonly figures = {
    path: byId('figure-path', HTMLElement),
    roundTrip: byId('figure-round-trip', HTMLElement),
    jitter: byId('figure-jitter', HTMLElement),
    lossIn: byId('figure-loss-in', HTMLElement),
    lossOut: byId('figure-loss-out', HTMLElement),
    codec: byId('figure-codec', HTMLElement),
  };
  private timer: number | undefined;

  /** @param onBusy is told when a test begins and ends, since one call is made at a time. */
  constructor(
    private readonly setup: CallSetup,
    private readonly onBusy: (busy: boolean) => void,
  ) {
    this.button.addEventListener('click', () => {
      this.test().catch((error: unknown) => {
        this.verdict.textContent = '';
        this.notice.show(error);
      });
    });
  }

  /** Shows the figures of a call while it runs; undefined: it has ended, and its last figures stay. */
  follow(call: EarshotCall | undefined): void {
    window.clearInterval(this.timer);
    this.button.disabled = call !== undefined;
    if (!call) return;
    this.verdict.textContent = '';
    this.notice.clear();
    this.show({});
    this.timer = window.setInterval(() => void this.refresh(call), REFRESH_MS);
  }

  enable(enabled: boolean): void {
    this.button.disabled = !enabled;
  }

  private async refresh(call: EarshotCall): Promise<ConnectionReport> {
    const report = await call.connectionReport();
    if (report.path) this.show(report);
    return report;
  }

  private async test(): Promise<void> {
    const tone = openTestTone();
    this.notice.clear();
    this.onBusy(true);
    this.setup.lock(true);
    this.button.disabled = true;
    this.verdict.textContent = 'Testing: connecting…';
    try {
      const { call, stopFollowing } = await prepareCall(
        { ...this.setup.choice },
        { microphone: tone.stream, audible: false },
      );
      await call.start();
      this.verdict.textContent = 'Testing: measuring for a few seconds…';
      await new Promise((resolve) => setTimeout(resolve, TEST_MS));
      this.verdict.textContent = judgeConnection(await this.refresh(call));
      call.hangUp();
      stopFollowing();
    } finally {
      tone.close();
      this.setup.lock(false);
      this.button.disabled = false;
      this.onBusy(false);
    }
  }

  private show({ path, roundTripMs, inbound, outbound }: ConnectionReport): void {
    const { figures } = this;
    figures.path.textContent = path
      ? `${path.local} (${path.localType}) → ${path.remote} (${path.remoteType}), ${path.protocol.toUpperCase()}`
      : '–';
    figures.roundTrip.textContent = inMs(roundTripMs);
    figures.jitter.textContent = inMs(inbound?.jitterMs);
    figures.lossIn.textContent = inPercent(inbound?.lossPercent);
    figures.lossOut.textContent = inPercent(outbound?.lossPercent);
    figures.codec.textContent = inbound?.codec ?? '–';
  }
}

const inMs = (value: number | undefined) =>
  value === undefined ? '–' : `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const inPercent = (value: number | undefined) => (value === undefined ? '–' : `${value.toFixed(1)} %`);
