import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CallEvents, EarshotCall, Transcript } from '../../client/src/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { describeWithChromium } from '../support/chromium.js';
import { describeWithFirefox } from '../support/firefox.js';
import { ownAddress } from '../support/own-address.js';
import { publish } from '../support/publish.js';
import { until } from '../support/until.js';
import { type BuiltSdk, buildSdk } from './support/built-sdk.js';
import { type CallerBrowser, type CallerTab, openChromium, openFirefox } from './support/caller-tab.js';
import { page, script, serveSite, type Site } from './support/sites.js';
import { type ServerOfTwo, TwoServers } from './support/two-servers.js';

const QUESTION = 'what are your opening hours';
const WITHIN_MS = 10_000;

/** State of the page's call. */
interface CallWindow extends Window {
  Earshot: { EarshotCall: typeof EarshotCall };
  call: EarshotCall;
  told: { name: string; payload: unknown }[];
  /** How often the microphone became loud. */
  beeps: number;
  isLoud: boolean;
}

interface Server extends ServerOfTwo {
  readonly app: TestApp;
}

async function startServer(greeting: string, reply: string): Promise<Server> {
  // Firefox gathers no loopback candidates.
  const app = await createTestApp({ env: { MEDIA_WORKERS: '1', MEDIA_LISTEN_IP: ownAddress() } });
  const account = await app.createAccount();
  const agentId = await app.createAgent(account, {
    schemaVersion: 1,
    greeting,
    languageCode: 'en-US',
    intents: [{ name: 'hours', examples: [QUESTION], reply }],
    fallbackReply: 'Sorry?',
  });
  await publish(app, account, agentId, 'sandbox');
  return { app, baseUrl: app.baseUrl, token: await app.createConnector(account, agentId, 'sandbox') };
}

describe.each([
  ['Chromium', describeWithChromium(describe), openChromium],
  ['Firefox', describeWithFirefox(describe), openFirefox],
] as const)('call in %s', (name, describeWithIt, launch) => {
  describeWithIt('after its server is gone and another takes it over', () => {
    let first: Server;
    let second: Server;
    let sdk: BuiltSdk;
    let site: Site;
    let browser: CallerBrowser;
    let servers: TwoServers;
    let tab: CallerTab;

    beforeAll(async () => {
      sdk = buildSdk();
      [first, second] = await Promise.all([
        startServer('Welcome.', 'Ask the first.'),
        startServer('We were cut off.', 'From nine until five.'),
      ]);
      site = await serveSite({
        '/': page('', () => '<script src="/earshot.js"></script>'),
        '/earshot.js': script(readFileSync(path.join(sdk.folder, 'dist', 'earshot.global.js'))),
      });
      browser = await launch();
    });
    afterAll(async () => {
      await browser?.close();
      site?.close();
      sdk?.remove();
      await Promise.all([first?.app.close(), second?.app.close()]);
    });
    beforeEach(async () => {
      servers = new TwoServers(first, second);
      tab = await browser.newTab();
      await tab.goto(site.origin);
    });
    afterEach(async () => {
      await tab.close();
      servers.close();
    });

    async function call(): Promise<string> {
      await tab.evaluate(
        ([signalingUrl, authToken]) => {
          const here = window as unknown as CallWindow;
          here.told = [];
          here.call = new here.Earshot.EarshotCall({ signalingUrl, authToken, iceServers: [] });
          const names: (keyof CallEvents)[] = ['state', 'transcript', 'carried-on', 'error', 'ended'];
          here.call.on('levels', ({ caller }) => {
            if (caller > 0.3 && !here.isLoud) here.beeps++;
            here.isLoud = caller > 0.3;
          });
          for (const name of names) here.call.on(name, (payload) => here.told.push({ name, payload }));
          return here.call.start();
        },
        [servers.url, first.token] as const,
      );
      await said('Welcome.');
      return tab.evaluate(() => (window as unknown as CallWindow).call.sessionId);
    }

    const told = (event: keyof CallEvents) =>
      tab.evaluate(
        (wanted) =>
          (window as unknown as CallWindow).told
            .filter((one) => one.name === wanted)
            .map(({ payload }) => payload),
        event,
      );
    const packetsHeard = () =>
      tab.evaluate(
        async () => (await (window as unknown as CallWindow).call.connectionReport()).inbound?.packets ?? 0,
      );
    const said = (text: string) =>
      until(
        `“${text}” was said`,
        async () => ((await told('transcript')) as Transcript[]).some((turn) => turn.text === text),
        WITHIN_MS,
      );
    const endOf = ({ app }: Server) =>
      until('the call has ended on record', () =>
        app.prisma.conversation.findFirst({
          where: { endedAt: { not: null } },
          orderBy: { startedAt: 'desc' },
        }),
      );

    /**
     * Waits until the server has heard the microphone: Chromium's beeps periodically, of which the second counts;
     * Firefox's hums constantly.
     */
    async function beep(): Promise<void> {
      if (name === 'Firefox') return;
      await tab.evaluate(() => ((window as unknown as CallWindow).beeps = 0));
      const beeps = () => tab.evaluate(() => (window as unknown as CallWindow).beeps);
      await until('the microphone beeped twice', async () => (await beeps()) > 1, WITHIN_MS);
    }

    async function expectItIsCarriedOn(sessionId: string): Promise<void> {
      servers.loseTheFirst();
      await until('the call is carried on', async () => (await told('carried-on')).length > 0, WITHIN_MS);
      expect(await told('carried-on')).toEqual([{ sessionId }]);
      expect((await told('state')).slice(-2)).toEqual(['reconnecting', 'connected']);
      await said('We were cut off.');
      const before = await packetsHeard();
      await tab.evaluate((text) => (window as unknown as CallWindow).call.sendText(text), QUESTION);
      await said('From nine until five.');
      // One per 20 ms of the second service's speech.
      await until('it is heard', async () => (await packetsHeard()) > before + 25);
      await beep();
      expect(await told('error')).toEqual([]);
      await tab.evaluate(() => (window as unknown as CallWindow).call.hangUp());
      for (const server of [first, second]) expect((await endOf(server)).endReason).toBe('client-close');
      // Over the last second, after the first one stopped receiving.
      const { media } = await endOf(second);
      expect((media as { callerLevelDbov: number }).callerLevelDbov).toBeGreaterThan(-60);
      expect(await told('ended')).toEqual([{ reason: 'hang-up' }]);
    }

    it(`resumes with its id, voice and events over another connection (${name})`, async () => {
      await expectItIsCarriedOn(await call());
    }, 60_000);

    it(`is retried until another instance accepts it (${name})`, async () => {
      servers.refusals = 6;
      await expectItIsCarriedOn(await call());
      expect(servers.refusals).toBeLessThan(0);
    }, 60_000);
  });
});
