import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { hasOwnAddress } from '../own-address.js';
import { until } from '../until.js';
import { BidiConnection } from './bidi-connection.js';
import { FirefoxPage } from './firefox-page.js';

export { FirefoxPage } from './firefox-page.js';

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

/** `describe` where calls of a Firefox can be tried; elsewhere the suite is skipped and says so. */
export function describeWithFirefox(inner: jest.Describe): jest.Describe {
  const reason = obstacle();
  if (reason === undefined) return inner;
  console.warn(`Skipped: ${reason}`);
  return describe.skip as jest.Describe;
}

const PREFERENCES: Readonly<Record<string, string | number | boolean>> = {
  // A microphone that hums, and no question whether it may be used.
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  'media.autoplay.blocking_policy': 0,
  'media.block-autoplay-until-in-foreground': false,
  // Its addresses as they are: nobody is there to resolve the names that it would put in their place (mDNS).
  'media.peerconnection.ice.obfuscate_host_addresses': false,
  // Nothing is looked up and nothing is reported: addresses of loopback need no name server.
  'network.dns.disabled': true,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'app.update.disabledForTesting': true,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.server': '',
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
};

/** A headless Firefox with a profile of its own, whose microphone and permission dialogs are faked. */
export class Firefox {
  private constructor(
    readonly version: string,
    /** What the consoles of its pages complained about: errors and warnings. */
    readonly complaints: readonly string[],
    private readonly connection: BidiConnection,
    private readonly process: ChildProcess,
    private readonly profile: string,
  ) {}

  static async launch(): Promise<Firefox> {
    if (executablePath === undefined)
      throw new Error('No Firefox: guard the suite with describeWithFirefox.');
    const profile = mkdtempSync(path.join(os.tmpdir(), 'earshot-firefox-'));
    const lines = Object.entries(PREFERENCES).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    );
    writeFileSync(path.join(profile, 'user.js'), lines.join('\n'));
    const process = spawn(
      executablePath,
      ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...globalThis.process.env, MOZ_DISABLE_AUTO_SAFE_MODE: '1' },
      },
    );
    try {
      const connection = await BidiConnection.open(`${await addressOf(process)}/session`);
      const { capabilities } = await connection.send<{ capabilities: { browserVersion: string } }>(
        'session.new',
        { capabilities: {} },
      );
      const complaints: string[] = [];
      await connection.on('log.entryAdded', (params) => {
        const { level, text } = params as { level: string; text: string | null };
        if (level === 'error' || level === 'warn') complaints.push(text ?? '');
      });
      return new Firefox(capabilities.browserVersion, complaints, connection, process, profile);
    } catch (error) {
      await end(process, profile);
      throw error;
    }
  }

  async newPage(viewport = { width: 1280, height: 800 }): Promise<FirefoxPage> {
    const { context } = await this.connection.send<{ context: string }>('browsingContext.create', {
      type: 'tab',
    });
    // In the background a page is given no sound and no frames.
    await this.connection.send('browsingContext.activate', { context });
    await this.connection.send('browsingContext.setViewport', { context, viewport });
    return new FirefoxPage(this.connection, context);
  }

  async close(): Promise<void> {
    this.connection.close();
    await end(this.process, this.profile);
  }
}

/** The address that Firefox prints once it listens. */
async function addressOf(process: ChildProcess): Promise<string> {
  let output = '';
  process.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return until(
    'Firefox listens',
    () => {
      if (process.exitCode !== null) throw new Error(`Firefox ended: ${output}`);
      return /WebDriver BiDi listening on (ws:\S+)/.exec(output)?.[1];
    },
    30_000,
  );
}

async function end(process: ChildProcess, profile: string): Promise<void> {
  if (process.exitCode === null) {
    const exited = new Promise((resolve) => process.once('exit', resolve));
    process.kill('SIGKILL');
    await exited;
  }
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
