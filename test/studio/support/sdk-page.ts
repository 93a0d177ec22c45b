/// <reference lib="dom" />
import { build } from 'esbuild';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CallOptions, EarshotCall } from '../../../client/src/index.js';
import { inProject } from '../../../scripts/lib/project.mjs';

/** A third-party page with the SDK, and a recording as its microphone. */
export interface SdkPage {
  readonly url: string;
  close(): void;
}

export async function serveSdkPage(recordingWav: Buffer): Promise<SdkPage> {
  const { outputFiles } = await build({
    stdin: {
      contents: 'import { EarshotCall } from "./index.js"; globalThis.EarshotCall = EarshotCall;',
      resolveDir: inProject('client', 'src'),
    },
    bundle: true,
    format: 'esm',
    write: false,
  });
  const script = outputFiles[0]?.text ?? '';
  const server = createServer(({ url }, response) => {
    if (url === '/sdk.js') response.setHeader('content-type', 'text/javascript').end(script);
    else if (url === '/recording.wav') response.setHeader('content-type', 'audio/wav').end(recordingWav);
    else {
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end('<!doctype html><title>SDK</title><script type="module" src="/sdk.js"></script>');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

// Functions for the page. Each is sent as text, so it may only use `window`.

interface SdkWindow extends Window {
  EarshotCall: new (options: CallOptions) => EarshotCall;
  call: EarshotCall;
  recording: HTMLAudioElement;
}

/** An element with a capturable stream: Firefox uses its own name. */
type CapturableAudio = HTMLAudioElement & { mozCaptureStream(): MediaStream };

/**
 * Starts a call with the recording as microphone, and resolves when audio flows. The recording waits for
 * `playRecording`.
 */
export async function startSdkCall([signalingUrl, authToken]: readonly [string, string]): Promise<string> {
  const page = window as unknown as SdkWindow;
  const recording = new Audio('/recording.wav') as CapturableAudio;
  page.recording = recording;
  const microphone = recording.mozCaptureStream();
  // The track exists once the first sample plays.
  const hasTrack = new Promise((resolve) => (microphone.onaddtrack = resolve));
  await recording.play();
  await hasTrack;
  recording.pause();
  recording.currentTime = 0;
  page.call = new page.EarshotCall({ signalingUrl, authToken, microphone });
  await page.call.start();
  return page.call.sessionId;
}

/** Starts an echo call with the browser's microphone, and resolves when audio flows. */
export async function startEchoCall([signalingUrl, authToken]: readonly [string, string]): Promise<string> {
  const page = window as unknown as SdkWindow;
  page.call = new page.EarshotCall({ signalingUrl, authToken, mode: 'echo' });
  await page.call.start();
  return page.call.sessionId;
}

/** Resolves at the end of the recording. */
export async function playRecording(): Promise<void> {
  const { recording } = window as unknown as SdkWindow;
  const ended = new Promise((resolve) => (recording.onended = resolve));
  await recording.play();
  await ended;
}

/** The SDK's own measurement. */
export async function reportOfCall() {
  const { inbound, outbound, path, roundTripMs } = await (
    window as unknown as SdkWindow
  ).call.connectionReport();
  return { inbound, outbound, path, roundTripMs };
}

export function endSdkCall(): string {
  const { call } = window as unknown as SdkWindow;
  call.hangUp();
  return call.state;
}

/** Runs in the page: keeps its connection for statistics. */
export function keepConnection(): void {
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      Object.assign(window, { connection: this });
    }
  };
}
