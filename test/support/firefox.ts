import { existsSync } from 'node:fs';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { hasOwnAddress } from './own-address.js';

/** Where Debian, Ubuntu and Fedora install it; FIREFOX_PATH takes precedence. */
const KNOWN_PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/usr/lib64/firefox/firefox'];

const executablePath = [process.env.FIREFOX_PATH ?? '', ...KNOWN_PLACES].find((place) => existsSync(place));

/** Why Firefox cannot be used here; undefined when it can. */
function obstacle(): string | undefined {
  if (executablePath === undefined) {
    return 'no Firefox found. Install it (Debian: apt install firefox-esr) or set FIREFOX_PATH.';
  }
  if (!hasOwnAddress()) return 'Firefox calls no address of loopback, and this machine has no other.';
  return undefined;
}

/** `describe` when Firefox can make calls; otherwise the suite is skipped with a message. */
export function describeWithFirefox(inner: jest.Describe): jest.Describe {
  const reason = obstacle();
  if (reason === undefined) return inner;
  console.warn(`Skipped: ${reason}`);
  return describe.skip;
}

const PREFERENCES: Readonly<Record<string, string | number | boolean>> = {
  // A humming microphone without a permission dialog.
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  'media.autoplay.blocking_policy': 0,
  'media.block-autoplay-until-in-foreground': false,
  // Plain addresses instead of mDNS names, which cannot be resolved here.
  'media.peerconnection.ice.obfuscate_host_addresses': false,
  // Loopback needs no DNS, and no telemetry is sent.
  'network.dns.disabled': true,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
};

export interface FirefoxOptions {
  /** A sound server (its environment variables) with real microphones for the browser. */
  readonly soundServer?: Readonly<Record<string, string>>;
  /** Wraps the browser's program to run it elsewhere. */
  readonly wrap?: (program: string) => string;
  /** Remote debugging port; free by default. */
  readonly debuggingPort?: number;
}

/** A headless Firefox with its own profile, fake microphone and permission dialogs. */
export class Firefox {
  /** Console errors and warnings of its pages. */
  readonly complaints: string[] = [];

  private constructor(
    readonly version: string,
    private readonly browser: Browser,
  ) {}

  static async launch({ wrap, debuggingPort, soundServer }: FirefoxOptions = {}): Promise<Firefox> {
    if (executablePath === undefined)
      throw new Error('No Firefox: guard the suite with describeWithFirefox.');
    const browser = await launch({
      browser: 'firefox',
      executablePath: wrap?.(executablePath) ?? executablePath,
      ...(debuggingPort !== undefined && { debuggingPort }),
      ...(soundServer && { env: { ...process.env, ...soundServer } }),
      extraPrefsFirefox: { ...PREFERENCES, 'media.navigator.streams.fake': soundServer === undefined },
      // Suites close it themselves; a signal to Jest ends its whole process group.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    return new Firefox((await browser.version()).replace('firefox/', ''), browser);
  }

  async newPage(): Promise<Page> {
    const page = await this.browser.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    return page;
  }

  async close(): Promise<void> {
    await this.browser.close();
  }
}
