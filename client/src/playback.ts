import { CallError } from './call-error.js';
import { platform } from './platform.js';

/** Plays the agent through an audio element. */
export class Playback {
  private readonly element: HTMLAudioElement | undefined;

  /** @param element the element to use; undefined creates one if the host supports it; null plays nothing. */
  constructor(element: HTMLAudioElement | null | undefined) {
    if (element !== undefined) this.element = element ?? undefined;
    else if (typeof globalThis.Audio === 'function') this.element = new Audio();
  }

  /** @throws CallError PLAYBACK_BLOCKED while autoplay is blocked; playback then begins with the next user gesture. */
  async play(stream: MediaStream): Promise<void> {
    if (!this.element) return;
    this.element.srcObject = stream;
    try {
      await this.element.play();
    } catch (cause) {
      // A call that has ended aborts the playback; that is not an error.
      if (this.element.srcObject !== stream) return;
      this.resumeOnGesture(this.element);
      throw new CallError('PLAYBACK_BLOCKED', 'The browser does not play sound yet.', { cause });
    }
  }

  get volume(): number {
    return this.element?.volume ?? 1;
  }

  /** From 0 to 1. */
  set volume(volume: number) {
    if (this.element) this.element.volume = Math.min(1, Math.max(0, volume));
  }

  /** Resumes blocked playback. @throws CallError PLAYBACK_BLOCKED if it still needs a user gesture. */
  async resume(): Promise<void> {
    const stream = this.element?.srcObject;
    if (stream instanceof MediaStream) await this.play(stream);
  }

  /** @throws CallError SPEAKER_FAILED if the browser can't select devices, or has no such device. */
  async useSpeaker(deviceId: string): Promise<void> {
    try {
      if (!this.element?.setSinkId) throw new Error('setSinkId is not supported');
      await this.element.setSinkId(deviceId);
    } catch (cause) {
      throw new CallError('SPEAKER_FAILED', 'The speaker could not be changed.', { cause });
    }
  }

  stop(): void {
    if (!this.element) return;
    this.element.pause();
    this.element.srcObject = null;
  }

  private resumeOnGesture(element: HTMLAudioElement): void {
    const resume = () => void element.play().catch(() => undefined);
    platform.document?.addEventListener('pointerdown', resume, { once: true });
    platform.document?.addEventListener('keydown', resume, { once: true });
  }
}
