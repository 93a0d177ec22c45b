import type { types } from 'mediasoup';
import type { MediaFailure } from '../media-session.js';

export interface ConnectionTimeouts {
  readonly connectTimeoutMs: number;
  readonly consentTimeoutMs: number;
}

/** A client that hangs up also sends a signaling message, which gets this much time to arrive first. */
const HANG_UP_PATIENCE_MS = 1_000;

/** Watches ICE and DTLS of one transport and reports once that media is connected and once that it ended. */
export class ConnectionWatch {
  private readonly connectTimer: NodeJS.Timeout;
  private reconnectTimer: NodeJS.Timeout | undefined;
  private hangUpTimer: NodeJS.Timeout | undefined;
  private over = false;
  private usesTcp = false;

  constructor(
    private readonly transport: types.WebRtcTransport,
    private readonly timeouts: ConnectionTimeouts,
    private readonly onConnected: () => void,
    private readonly onOver: (reason: MediaFailure) => void,
  ) {
    this.connectTimer = setTimeout(() => this.neverConnected(), timeouts.connectTimeoutMs);
    transport.on('dtlsstatechange', (state) => this.dtlsChanged(state));
    transport.on('icestatechange', (state) => this.iceChanged(state));
    transport.on('iceselectedtuplechange', ({ protocol }) => (this.usesTcp = protocol === 'tcp'));
  }

  stop(): void {
    this.over = true;
    clearTimeout(this.connectTimer);
    clearTimeout(this.reconnectTimer);
    clearTimeout(this.hangUpTimer);
  }

  private dtlsChanged(state: types.DtlsState): void {
    if (this.over) return;
    if (state === 'connected') {
      clearTimeout(this.connectTimer);
      this.onConnected();
    } else if (state === 'failed') {
      this.end('dtls-failed');
    } else if (state === 'closed') {
      clearTimeout(this.connectTimer);
      this.hangUpTimer = setTimeout(() => this.end('peer-closed'), HANG_UP_PATIENCE_MS);
    }
  }

  /**
   * `disconnected` means that the client's consent expired after the full timeout; for TCP, that the connection broke,
   * and then the client gets the same time to reconnect.
   */
  private iceChanged(state: types.IceState): void {
    if (this.over) return;
    clearTimeout(this.reconnectTimer);
    if (state !== 'disconnected') return;
    const patienceMs = this.usesTcp ? this.timeouts.consentTimeoutMs : 0;
    this.reconnectTimer = setTimeout(() => this.end('media-timeout'), patienceMs);
  }

  private neverConnected(): void {
    const iceIsUp = this.transport.iceState === 'connected' || this.transport.iceState === 'completed';
    this.end(iceIsUp ? 'dtls-failed' : 'ice-failed');
  }

  private end(reason: MediaFailure): void {
    if (this.over) return;
    this.stop();
    this.onOver(reason);
  }
}
