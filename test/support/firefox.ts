import { existsSync } from 'node:fs';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { hasOwnAddress } from './own-address.js';

/** Where Debian, Ubuntu and Fedora put it; FIREFOX_PATH comes before them. */
const KNOWN_PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/usr/lib64/firefox/firefox'];

const executablePath = [process.env.FIREFOX_PATH ?? '', ...KNOWN_PLACES].find((place) => existsSync(place));

/** Why nothing can be tried with Firefox here; undefined if it can. */
function obstacle(): string | undefined {
  if (executablePath === undefined) {
    return 'no Firefox found. Install it (Debian: apt install firefox-esr) or set FIREFOX_PATH.';
  }
  if (!hasOwnAddress()) return 'Firefox calls no address of loopback, and this machine has no other.';
  return undefined;
}

/** `describe` where Firefox can make calls; elsewhere the suite is skipped and says so. */
export function describeWithFirefox(inner: jest.Describe): jest.Describe {
  const reason = obstacle();
  if (reason === undefined) return inner;
  console.warn(`Skipped: ${reason}`);
  return describe.skip;
}

const PREFERENCES: Readonly<Record<string, string | number | boolean>> = {
  // A microphone that hums, without a permission dialog.
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  'media.autoplay.blocking_policy': 0,
  'media.block-autoplay-until-in-foreground': false,
  // Plain addresses instead of mDNS names, which nothing here could resolve.
  'media.peerconnection.ice.obfuscate_host_addresses': false,
  // Loopback needs no name server, and nothing is reported to anybody.
  'network.dns.disabled': true,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
};

export interface FirefoxOptions {
  /** A sound server (its variables of the environment) whose microphones are real to the browser. */
  readonly soundServer?: Readonly<Record<string, string>>;
  /** Gives a program that runs the browser somewhere else. */
  readonly wrap?: (program: string) => string;
  /** Where it is driven; by default a free port. */
  readonly debuggingPort?: number;
}

/** A headless Firefox with a profile of its own, whose microphone and permission dialogs are faked. */
export class Firefox {
  /** Errors and warnings in the consoles of its pages. */
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
