import { CallError } from './call-error.js';
import type { MicrophoneSource } from './call-options.js';
import { type Devices, platform } from './platform.js';

/** Microphone constraints for speech. */
const SPEECH: MediaTrackConstraints = {
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
  channelCount: 1,
};

/** The caller's audio for one call. */
export interface Microphone {
  /** Undefined when the caller only listens. */
  readonly stream: MediaStream | undefined;
  /** This call opened the device. */
  readonly isOwn: boolean;
  /** Frees the device, if this call opened it. */
  release(): void;
}

/**
 * Opens the microphone, or uses the given stream.
 * @throws CallError with the reason as its code.
 */
export async function openMicrophone(source: MicrophoneSource = true): Promise<Microphone> {
  if (source === false) return { stream: undefined, isOwn: false, release: () => undefined };
  if (isStream(source)) return { stream: source, isOwn: false, release: () => undefined };
  const devices = availableDevices();
  try {
    const stream = await devices.getUserMedia({ audio: source === true ? SPEECH : { ...SPEECH, ...source } });
    return { stream, isOwn: true, release: () => stream.getTracks().forEach((track) => track.stop()) };
  } catch (cause) {
    throw toCallError(cause);
  }
}

/** Duck-typed: streams of other WebRTC implementations are accepted as well. */
function isStream(source: MediaStream | MediaTrackConstraints | true): source is MediaStream {
  return typeof source === 'object' && 'getAudioTracks' in source;
}

function availableDevices(): Devices {
  const devices = platform.navigator?.mediaDevices;
  if (devices) return devices;
  if (platform.isSecureContext === false) {
    throw new CallError('INSECURE_ORIGIN', 'This page is not a secure origin.');
  }
  throw new CallError('WEBRTC_UNSUPPORTED', 'There is no microphone access here.');
}

/** By error names of the Media Capture specification (section 10.3, getUserMedia). */
function toCallError(cause: unknown): CallError {
  const name = cause instanceof Error ? cause.name : '';
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return new CallError('MICROPHONE_DENIED', 'The microphone was not allowed.', { cause });
    case 'NotFoundError':
    case 'OverconstrainedError':
      return new CallError('MICROPHONE_NOT_FOUND', 'No microphone was found.', { cause });
    default:
      return new CallError('MICROPHONE_FAILED', 'The microphone could not be opened.', { cause });
  }
}
