import type { CallEnd, EarshotCall } from '../../client/src/index.js';
import type { CallSetup } from './call-setup.js';
import { byId } from './dom.js';
import { LevelMeter } from './level-meter.js';
import { type LiveCall, prepareCall } from './live-call.js';
import type { LiveEvent } from './live-events.js';
import { Notice } from './notice.js';
import { TranscriptView } from './transcript-view.js';
import { describeEnd, describeState, formatDuration } from './words.js';

/** Call, hang up, mute; state in words, levels and transcript of the call that runs. */
export class CallPanel {
  private readonly callButton = byId('call', HTMLButtonElement);
  private readonly callLabel = byId('call-label', HTMLElement);
  private readonly muteButton = byId('mute', HTMLButtonElement);
  private readonly status = byId('status', HTMLElement);
  private readonly duration = byId('duration', HTMLElement);
  private readonly page = document.body;
  private readonly notice = new Notice(byId('call-notice', HTMLElement));
  private readonly ownLevel = new LevelMeter(byId('own-level', HTMLElement));
  private readonly agentLevel = new LevelMeter(byId('agent-level', HTMLElement));
  private readonly transcript = new TranscriptView(
    byId('transcript', HTMLElement),
    byId('announcer', HTMLElement),
    byId('transcript-empty', HTMLElement),
  );
  private live: LiveCall | undefined;
  private audio: AudioContext | undefined;
  private activity = '';
  private serverReason = '';
  private lastEnd: CallEnd | undefined;
  private clock: number | undefined;
  private isBusy = false;

  /** @param onCallChange is told of a call that begins, and of undefined when it ended. */
  constructor(
    private readonly setup: CallSetup,
    private readonly onCallChange: (call: EarshotCall | undefined) => void,
  ) {
    this.callButton.addEventListener('click', () => this.toggle());
    this.muteButton.addEventListener('click', () => this.toggleMute());
    this.showIdle();
  }

  /** Whether the call button may be used. */
  enable(enabled: boolean): void {
    this.callButton.disabled = !enabled;
  }

  hangUp(): void {
    this.live?.call.hangUp();
  }

  private toggle(): void {
    if (this.live) return this.hangUp();
    if (this.isBusy) return;
    this.isBusy = true;
    this.notice.clear();
    this.makeCall()
      .catch((error: unknown) => this.notice.show(error))
      .finally(() => {
        this.isBusy = false;
        if (!this.live) this.showIdle(this.page.dataset.call === 'ended');
      });
  }

  private async makeCall(): Promise<void> {
    this.transcript.clear();
    this.activity = '';
    this.serverReason = '';
    this.lastEnd = undefined;
    this.setup.lock(true);
    this.show('starting', 'Getting ready…');
    // Made within the click, since browsers let no page make sound by itself.
    this.audio ??= new AudioContext();
    void this.audio.resume();
    this.live = await prepareCall(this.setup.choice, { onEvent: (event) => this.onEvent(event) });
    const { call } = this.live;
    this.watch(call);
    this.onCallChange(call);
    // What goes wrong comes as the `error` event as well, which shows it.
    await call.start().catch(() => undefined);
  }

  private watch(call: EarshotCall): void {
    call.on('state', (state) => {
      if (state === 'ended') return;
      this.show(state, describeState(state, this.activity));
      if (state === 'connecting' && call.microphoneStream) this.measure(this.ownLevel, call.microphoneStream);
      if (state === 'connected') this.startClock();
    });
    call.on('remote-track', ({ stream }) => this.measure(this.agentLevel, stream));
    call.on('error', (error) => this.notice.show(error));
    call.on('ended', (end) => this.onEnded(end));
  }

  private measure(meter: LevelMeter, stream: MediaStream): void {
    if (this.audio) meter.attach(this.audio, stream);
  }

  private onEvent(event: LiveEvent): void {
    switch (event.kind) {
      case 'transcript':
        this.transcript.show(event.turn);
        return;
      case 'ended':
        this.serverReason = event.reason;
        // The reason may come after the end itself.
        if (this.lastEnd) this.status.textContent = describeEnd(this.lastEnd, event.reason);
        return;
      case 'state':
        this.activity = event.state;
        this.page.dataset.activity = event.state;
        if (this.live?.call.state === 'connected') {
          this.status.textContent = describeState('connected', this.activity);
        }
    }
  }

  private onEnded(end: CallEnd): void {
    this.live = undefined;
    this.lastEnd = end;
    this.ownLevel.detach();
    this.agentLevel.detach();
    this.stopClock();
    this.show('ended', describeEnd(end, this.serverReason));
    this.showIdle(true);
    this.onCallChange(undefined);
  }

  private toggleMute(): void {
    const { call } = this.live ?? {};
    if (!call) return;
    call.mute(!call.muted);
    this.showMuted(call.muted);
  }

  private show(state: string, words: string): void {
    const inCall = state !== 'ended' && state !== 'idle';
    this.page.dataset.call = state;
    this.status.textContent = words;
    this.callLabel.textContent = inCall ? 'Hang up' : 'Call';
    this.callButton.classList.toggle('button-danger', inCall);
    this.muteButton.disabled = !inCall;
  }

  /** @param afterCall the words of how the last call ended stay. */
  private showIdle(afterCall = false): void {
    if (!afterCall) this.show('idle', describeState('idle', ''));
    delete this.page.dataset.activity;
    this.setup.lock(false);
    this.showMuted(false);
  }

  private showMuted(muted: boolean): void {
    this.muteButton.setAttribute('aria-pressed', String(muted));
    this.muteButton.textContent = muted ? 'Unmute' : 'Mute';
  }

  private startClock(): void {
    if (this.clock !== undefined) return;
    const startedAtMs = performance.now();
    const tick = () => (this.duration.textContent = formatDuration(performance.now() - startedAtMs));
    tick();
    this.clock = window.setInterval(tick, 1_000);
  }

  private stopClock(): void {
    window.clearInterval(this.clock);
    this.clock = undefined;
  }
}
