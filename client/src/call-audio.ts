import { CallError, toCallError } from './call-error.js';
import type { CallEvents } from './call-events.js';
import type { CallOptions, MicrophoneSource } from './call-options.js';
import { LevelMeter } from './level-meter.js';
import { type Microphone, openMicrophone } from './microphone.js';
import { platform } from './platform.js';
import { Playback } from './playback.js';

const LEVELS_EVERY_MS = 100;
/** Polling interval: not every browser announces each new device. */
const SEARCH_EVERY_MS = 2_000;

export interface AudioListener {
  error(error: CallError): void;
  devices(): void;
  /** Whether there are listeners. */
  wantsLevels(): boolean;
  levels(levels: CallEvents['levels']): void;
}

/** Microphone and speaker of one call. */
export class CallAudio {
  private readonly playback: Playback;
  private readonly meter = new LevelMeter();
  private microphone: Microphone | undefined;
  private agent: MediaStream | undefined;
  private sender: RTCRtpSender | undefined;
  private timer: ReturnType<typeof setInterval> | undefined;
  private search: ReturnType<typeof setInterval> | undefined;
  private isMuted = false;
  private isReleased = false;
  private isMicrophoneLost = false;
  private readonly onDeviceChange = () => void this.lookForMicrophone().then(() => this.listener.devices());

  constructor(
    private readonly source: CallOptions['microphone'],
    element: CallOptions['audioElement'],
    private readonly listener: AudioListener,
  ) {
    this.playback = new Playback(element);
  }

  get microphoneIsLost(): boolean {
    return this.isMicrophoneLost;
  }

  get localStream(): MediaStream | undefined {
    return this.microphone?.stream;
  }

  get muted(): boolean {
    return this.isMuted;
  }

  get volume(): number {
    return this.playback.volume;
  }

  set volume(volume: number) {
    this.playback.volume = volume;
  }

  /** @throws CallError when there is no microphone. */
  async open(): Promise<void> {
    this.take(await openMicrophone(this.source));
    platform.navigator?.mediaDevices?.addEventListener?.('devicechange', this.onDeviceChange);
    this.timer = setInterval(() => this.tellLevels(), LEVELS_EVERY_MS);
  }

  /** Attaches the sender of the microphone's audio. */
  sendBy(sender: RTCRtpSender | undefined): void {
    this.sender = sender;
    const [track] = this.localStream?.getAudioTracks() ?? [];
    // The microphone may have changed since the sender was created.
    if (track && sender && sender.track !== track) void sender.replaceTrack(track).catch(() => undefined);
  }

  mute(muted: boolean): void {
    this.isMuted = muted;
    for (const track of this.localStream?.getAudioTracks() ?? []) track.enabled = !muted;
  }

  /** Switches to another microphone. @throws CallError; the old one stays in use then. */
  async useMicrophone(source: MicrophoneSource): Promise<void> {
    const next = await openMicrophone(source);
    const [track] = next.stream?.getAudioTracks() ?? [];
    if (this.isReleased) return next.release();
    try {
      if (!this.sender) throw new Error('the call began without a microphone');
      await this.sender.replaceTrack(track ?? null);
    } catch (cause) {
      next.release();
      throw new CallError('MICROPHONE_FAILED', 'The microphone could not be changed.', { cause });
    }
    this.microphone?.release();
    this.take(next);
  }

  /** As telephone events (RFC 4733), which the server must have negotiated. @throws CallError DIGITS_UNSUPPORTED. */
  sendDigits(digits: string): void {
    const dtmf = this.sender?.dtmf;
    if (!dtmf?.canInsertDTMF) throw new CallError('DIGITS_UNSUPPORTED', 'This call carries no digits.');
    dtmf.insertDTMF(dtmf.toneBuffer + digits);
  }

  useSpeaker(deviceId: string): Promise<void> {
    return this.playback.useSpeaker(deviceId);
  }

  play(stream: MediaStream): void {
    this.agent = stream;
    this.playback.play(stream).catch((error: unknown) => this.listener.error(toCallError(error)));
  }

  resume(): Promise<void> {
    return this.playback.resume();
  }

  release(): void {
    this.isReleased = true;
    clearInterval(this.timer);
    clearInterval(this.search);
    platform.navigator?.mediaDevices?.removeEventListener?.('devicechange', this.onDeviceChange);
    this.microphone?.release();
    this.playback.stop();
    this.meter.close();
  }

  private take(microphone: Microphone): void {
    if (this.isReleased) return microphone.release();
    this.microphone = microphone;
    clearInterval(this.search);
    this.isMicrophoneLost = false;
    this.mute(this.isMuted);
    // Tracks stopped by this side fire no event.
    if (!microphone.isOwn) return;
    for (const track of microphone.stream?.getAudioTracks() ?? [])
      track.onended = () => void this.onLost(microphone);
  }

  /** The microphone was disconnected. The call continues with another one, or in silence until there is one. */
  private async onLost(lost: Microphone): Promise<void> {
    if (this.isReleased || lost !== this.microphone) return;
    try {
      await this.useMicrophone(true);
    } catch (cause) {
      if (this.wasReleased()) return;
      this.isMicrophoneLost = true;
      clearInterval(this.search);
      this.search = setInterval(() => void this.searchMicrophone(), SEARCH_EVERY_MS);
      this.listener.error(
        new CallError('MICROPHONE_LOST', 'The microphone is gone, and there is no other.', { cause }),
      );
    }
  }

  private wasReleased(): boolean {
    return this.isReleased;
  }

  private isSearching(): boolean {
    return this.isMicrophoneLost && !this.isReleased;
  }

  /** Checks for a microphone. Never prompts for permission without a device. */
  private async lookForMicrophone(): Promise<void> {
    if (!this.isSearching()) return;
    const devices = (await platform.navigator?.mediaDevices?.enumerateDevices?.()) ?? [];
    if (!this.isSearching() || !devices.some(({ kind }) => kind === 'audioinput')) return;
    await this.useMicrophone(true).catch(() => undefined);
  }

  private async searchMicrophone(): Promise<void> {
    await this.lookForMicrophone();
    if (!this.isMicrophoneLost && !this.isReleased) this.listener.devices();
  }

  private tellLevels(): void {
    if (this.listener.wantsLevels())
      this.listener.levels(this.meter.read(this.isMuted ? undefined : this.localStream, this.agent));
  }
}
