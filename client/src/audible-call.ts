import { CallAudio } from './call-audio.js';
import type { CallEvents } from './call-events.js';
import type { CallOptions, MicrophoneSource } from './call-options.js';
import { Emitter } from './emitter.js';

/** What a call does with its sound: all of it may be changed while it runs. */
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

  /** Whether the caller's voice is held back. */
  get muted(): boolean {
    return this.audio.muted;
  }

  /** Stops sending the caller's voice, or sends it again. The agent hears silence meanwhile. */
  mute(muted = true): void {
    this.audio.mute(muted);
  }

  /** How loud the agent is played, from 0 to 1. */
  get volume(): number {
    return this.audio.volume;
  }

  /** Beyond 0 and 1 the nearer of both is taken. */
  set volume(volume: number) {
    this.audio.volume = volume;
  }

  /** The caller's own audio; undefined before the microphone is open and when only listening. */
  get microphoneStream(): MediaStream | undefined {
    return this.audio.localStream;
  }

  /** The microphone was taken away, and there is no other; the call goes on with the next one that comes. */
  get microphoneIsLost(): boolean {
    return this.audio.microphoneIsLost;
  }

  /** Goes on with another microphone: constraints such as `{ deviceId }`, or a stream. @throws CallError. */
  useMicrophone(source: MicrophoneSource): Promise<void> {
    return this.audio.useMicrophone(source);
  }

  /** Plays the agent on another device; the empty string is the default one. @throws CallError SPEAKER_FAILED. */
  useSpeaker(deviceId: string): Promise<void> {
    return this.audio.useSpeaker(deviceId);
  }

  /** Presses keys: 0 to 9, A to D, * and #; a comma waits for two seconds. @throws CallError DIGITS_UNSUPPORTED. */
  sendDigits(digits: string): void {
    this.audio.sendDigits(digits);
  }

  /** Plays what the browser held back until a gesture: call it in a click. @throws CallError PLAYBACK_BLOCKED. */
  resumePlayback(): Promise<void> {
    return this.audio.resume();
  }
}
