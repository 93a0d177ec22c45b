import { CallAudio } from './call-audio.js';
import type { CallEvents } from './call-events.js';
import type { CallOptions, MicrophoneSource } from './call-options.js';
import { Emitter } from './emitter.js';

/** The audio controls of a call; all may change during the call. */
export abstract class AudibleCall extends Emitter<CallEvents> {
  protected readonly audio: CallAudio;

  protected constructor(options: CallOptions) {
    super();
    this.audio = new CallAudio(options.microphone, options.audioElement, {
      error: (error) => this.emit('error', error),
      devices: () => this.emit('devices', undefined),
      wantsLevels: () => this.hasListeners('levels'),
      levels: (levels) => this.emit('levels', levels),
    });
  }

  /** Whether the microphone is muted. */
  get muted(): boolean {
    return this.audio.muted;
  }

  /** Mutes or unmutes the microphone. The agent hears silence while it is muted. */
  mute(muted = true): void {
    this.audio.mute(muted);
  }

  /** Playback volume of the agent, from 0 to 1. */
  get volume(): number {
    return this.audio.volume;
  }

  /** Values outside of 0 to 1 are clamped. */
  set volume(volume: number) {
    this.audio.volume = volume;
  }

  /** The caller's audio; undefined before the microphone is open and when only listening. */
  get microphoneStream(): MediaStream | undefined {
    return this.audio.localStream;
  }

  /** The microphone was disconnected, and there is no other; the call uses the next one that is connected. */
  get microphoneIsLost(): boolean {
    return this.audio.microphoneIsLost;
  }

  /** Switches to another microphone: constraints such as `{ deviceId }`, or a stream. @throws CallError. */
  useMicrophone(source: MicrophoneSource): Promise<void> {
    return this.audio.useMicrophone(source);
  }

  /** Plays the agent on another device; the empty string is the default one. @throws CallError SPEAKER_FAILED. */
  useSpeaker(deviceId: string): Promise<void> {
    return this.audio.useSpeaker(deviceId);
  }

  /** Sends DTMF: 0 to 9, A to D, * and #; a comma pauses for two seconds. @throws CallError DIGITS_UNSUPPORTED. */
  sendDigits(digits: string): void {
    this.audio.sendDigits(digits);
  }

  /** Resumes playback blocked by the autoplay policy: call it in a click. @throws CallError PLAYBACK_BLOCKED. */
  resumePlayback(): Promise<void> {
    return this.audio.resume();
  }
}
