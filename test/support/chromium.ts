import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Where Debian, Ubuntu and Fedora install a browser suitable for WebRTC tests; CHROMIUM_PATH takes precedence. */
const KNOWN_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const executablePath = [process.env.CHROMIUM_PATH ?? '', ...KNOWN_PLACES].find((place) => existsSync(place));

/** `inner` when Chromium is installed; otherwise the suite is skipped with a message. */
export function describeWithChromium(inner: jest.Describe): jest.Describe {
  if (executablePath !== undefined) return inner;
  console.warn('Skipped: no Chromium found. Install it (Debian: apt install chromium) or set CHROMIUM_PATH.');
  return inner.skip;
}

export interface ChromiumOptions {
  /** 16-bit PCM WAV file looped by the fake microphone, which beeps without one. */
  readonly microphoneWavFile?: string;
  /** Denies the microphone. */
  readonly denyMicrophone?: boolean;
  /** A made-up host name for loopback; unlike `localhost` it is no secure origin. */
  readonly insecureHost?: string;
  /** A sound server (its environment variables) with real microphones for the browser. */
  readonly soundServer?: Readonly<Record<string, string>>;
  /** Wraps the browser's program to run it elsewhere. */
  readonly wrap?: (program: string) => string;
}

/** A headless Chromium with fake microphone and permission dialogs, and WebRTC on loopback. */
export async function launchChromium(options: ChromiumOptions = {}): Promise<Browser> {
  if (executablePath === undefined)
    throw new Error('No Chromium: guard the suite with describeWithChromium.');
  return chromium.launch({
    executablePath: options.wrap?.(executablePath) ?? executablePath,
    ...(options.soundServer && { env: { ...process.env, ...options.soundServer } }),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...(options.soundServer ? [] : ['--use-fake-device-for-media-stream']),
      options.denyMicrophone ? '--deny-permission-prompts' : '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
      // The second is a spare process for a page that may never open.
      '--disable-features=WebRtcHideLocalIpsWithMdns,SpareRendererForSitePerProcess',
      '--allow-loopback-in-peer-connection',
      ...(options.insecureHost ? [`--host-resolver-rules=MAP ${options.insecureHost} 127.0.0.1`] : []),
      ...(options.microphoneWavFile
        ? [`--use-file-for-fake-audio-capture=${options.microphoneWavFile}`]
        : []),
    ],
  });
}

/** A page that records console messages, including content security policy violations. */
export interface WatchedPage {
  readonly page: Page;
  readonly complaints: string[];
}

export async function openWatchedPage(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<WatchedPage & { readonly context: BrowserContext }> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, complaints, context };
}
