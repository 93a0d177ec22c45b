import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Where Debian, Ubuntu and Fedora put a browser that WebRTC tests can drive; CHROMIUM_PATH comes before them. */
const KNOWN_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const executablePath = [process.env.CHROMIUM_PATH ?? '', ...KNOWN_PLACES].find((place) => existsSync(place));

/** `inner` where a Chromium is installed; elsewhere the suite is skipped and says so. */
export function describeWithChromium(inner: jest.Describe): jest.Describe {
  if (executablePath !== undefined) return inner;
  console.warn('Skipped: no Chromium found. Install it (Debian: apt install chromium) or set CHROMIUM_PATH.');
  return inner.skip;
}

export interface ChromiumOptions {
  /** 16-bit PCM WAV file that the fake microphone plays, over and over. Without it the microphone beeps. */
  readonly microphoneWavFile?: string;
  /** Deny the microphone instead of granting it. */
  readonly denyMicrophone?: boolean;
  /** A made-up host name that leads to loopback; its pages are no secure origin, as those of `localhost` are. */
  readonly insecureHost?: string;
  /** A sound server (its variables of the environment) whose microphones are real to the browser. */
  readonly soundServer?: Readonly<Record<string, string>>;
  /** Gives a program that runs the browser somewhere else. */
  readonly wrap?: (program: string) => string;
}

/** A headless Chromium whose microphone and permission dialogs are faked and whose WebRTC may use loopback. */
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
      // Of which the second is a process that waits for a page that may never be opened.
      '--disable-features=WebRtcHideLocalIpsWithMdns,SpareRendererForSitePerProcess',
      '--allow-loopback-in-peer-connection',
      ...(options.insecureHost ? [`--host-resolver-rules=MAP ${options.insecureHost} 127.0.0.1`] : []),
      ...(options.microphoneWavFile
        ? [`--use-file-for-fake-audio-capture=${options.microphoneWavFile}`]
        : []),
    ],
  });
}

/** A page that remembers what its console complained about, violations of the content security policy included. */
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
