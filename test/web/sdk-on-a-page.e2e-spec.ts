import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import type { CallEvents, EarshotCall, Transcript } from '../../client/src/index.js';
import { inProject } from '../../scripts/lib/project.mjs';
import { createTestApp, type TestApp } from '../support/app.js';
import { describeWithChromium, launchChromium } from '../support/chromium.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { page, script, serveSite, type Site } from './support/sites.js';

const GREETING = 'Welcome to the harbour hotel.';

/** What the page keeps of its call. */
interface CallWindow extends Window {
  Earshot: { EarshotCall: typeof EarshotCall };
  call: EarshotCall;
  told: { name: string; payload: unknown }[];
}

describeWithChromium('the SDK on a page of another origin', () => {
  let service: TestApp;
  let site: Site;
  let browser: Browser;
  let tab: Page;
  let connectorId: string;

  beforeAll(async () => {
    spawnSync(process.execPath, [inProject('client', 'build.mjs')]);
    service = await createTestApp({ env: { MEDIA_WORKERS: '1', STARTER_WORKERS: '1' } });
    const call = httpClient(service.baseUrl);
    const account = await service.createAccount();
    const key = await service.createKey(account);
    const agentId = await service.createAgent(account, {
      schemaVersion: 1,
      greeting: GREETING,
      languageCode: 'en-US',
      fallbackReply: 'Sorry?',
    });
    await publish(service, account, agentId, 'sandbox');
    const policy = `default-src 'none'; script-src 'self'; connect-src ${service.baseUrl} ${service.baseUrl.replace('http', 'ws')}`;
    site = await serveSite({
      '/': page(policy, () => '<script src="/earshot.js"></script>'),
      '/earshot.js': script(readFileSync(inProject('client', 'dist', 'earshot.global.js'))),
    });
    const body = { name: 'Page', publicAccess: { origins: [site.origin], callsPerMinutePerAddress: 100 } };
    const made = await call('POST', `/v1/agents/${agentId}/telephony/connectors`, { key, body });
    connectorId = made.body.connectorId;
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
    await service?.close();
  });
  beforeEach(async () => {
    tab = await browser.newPage();
    await tab.goto(site.origin);
  });
  afterEach(async () => {
    await tab.evaluate(() => (window as unknown as CallWindow).call?.hangUp());
    await tab.close();
  });

  /** Begins a call whose events the page keeps; resolves when audio flows. */
  const begin = () =>
    tab.evaluate(
      async ([signalingUrl = '', connectorId = '']) => {
        const here = window as unknown as CallWindow;
        here.told = [];
        here.call = new here.Earshot.EarshotCall({ signalingUrl, connectorId });
        const names: (keyof CallEvents)[] = [
          'agent',
          'transcript',
          'levels',
          'devices',
          'error',
          'ended',
          'state',
        ];
        for (const name of names) here.call.on(name, (payload) => here.told.push({ name, payload }));
        await here.call.start();
      },
      [service.baseUrl, connectorId],
    );

  const told = (name: keyof CallEvents) =>
    tab.evaluate(
      (wanted) =>
        (window as unknown as CallWindow).told
          .filter((event) => event.name === wanted)
          .map(({ payload }) => payload),
      name,
    );

  it('tells what is said, what the agent does and how loud both sides are, with no token in the page', async () => {
    await begin();
    await tab.waitForFunction(
      (text) =>
        (window as unknown as CallWindow).told.some(
          ({ name, payload }) => name === 'transcript' && (payload as Transcript).text === text,
        ),
      GREETING,
    );
    expect(((await told('transcript')) as Transcript[]).at(0)).toMatchObject({ speaker: 'agent' });
    expect(await told('agent')).toContain('speaking');
    await tab.waitForFunction(() =>
      (window as unknown as CallWindow).told.some(
        ({ name, payload }) => name === 'levels' && (payload as { agent: number }).agent > 0.3,
      ),
    );
    await tab.waitForFunction(() =>
      (window as unknown as CallWindow).told.some(
        ({ name, payload }) => name === 'levels' && (payload as { caller: number }).caller > 0.1,
      ),
    );
  }, 60_000);

  it('goes on with another microphone when its own is taken away, and changes microphone, speaker and volume', async () => {
    await begin();
    const changed = await tab.evaluate(async () => {
      const { call } = window as unknown as CallWindow;
      const trackOf = () => call.microphoneStream?.getAudioTracks()[0];
      const first = trackOf();
      // As when it is unplugged: the browser ends the track and says so.
      first?.stop();
      first?.dispatchEvent(new Event('ended'));
      while (trackOf() === first) await new Promise((resolve) => setTimeout(resolve, 20));
      const second = trackOf();
      const devices = await navigator.mediaDevices.enumerateDevices();
      const speakers = devices.filter(({ kind }) => kind === 'audiooutput');
      const microphones = devices.filter(({ kind }) => kind === 'audioinput');
      await call.useMicrophone({ deviceId: { exact: microphones.at(-1)?.deviceId ?? '' } });
      await call.useSpeaker(speakers.at(-1)?.deviceId ?? '');
      call.volume = 0.25;
      navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
      const code = await call.useSpeaker('none such').catch((error: { code: string }) => error.code);
      return {
        isNew: second !== first && second !== trackOf(),
        volume: call.volume,
        code,
        state: call.state,
      };
    });
    expect(changed).toEqual({ isNew: true, volume: 0.25, code: 'SPEAKER_FAILED', state: 'connected' });
    expect([(await told('devices')).length, await told('error')]).toEqual([1, []]);
  }, 60_000);

  it('presses keys where the server takes them, and says so with an advice where it does not', async () => {
    await begin();
    const outcome = await tab.evaluate(() => {
      const { call } = window as unknown as CallWindow;
      try {
        call.sendDigits('12#');
        return 'sent';
      } catch (error) {
        return (error as { code: string }).code;
      }
    });
    // What the server negotiates is the business of its own tests.
    expect(['sent', 'DIGITS_UNSUPPORTED']).toContain(outcome);
  }, 60_000);
});
