import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { CallEvents, EarshotCall, Transcript } from '../../client/src/index.js';
import { FLITE_SAMPLE_RATE_HZ } from '../stand-ins/audio/flite/flite-synthesizer.js';
import { concatenate, toWav } from '../stand-ins/audio/pcm.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { describeWithChromium, launchChromium } from '../support/chromium.js';
import { httpClient } from '../support/http.js';
import { publish } from '../support/publish.js';
import { createTestSpeech } from '../support/speech.js';
import { until } from '../support/until.js';
import { type BuiltSdk, buildSdk } from './support/built-sdk.js';
import { page, script, serveSite, type Site } from './support/sites.js';

const GREETING = 'Welcome to the harbour hotel.';
const QUESTION = 'what are your opening hours';
const REPLY = 'We are open from nine until five.';

/** State of the page's call. */
interface CallWindow extends Window {
  Earshot: { EarshotCall: typeof EarshotCall };
  call: EarshotCall;
  told: { name: string; payload: unknown }[];
}

/** The microphone's audio, looped. */
async function recordQuestion(file: string): Promise<void> {
  const speech = await createTestSpeech();
  try {
    const pause = new Int16Array(FLITE_SAMPLE_RATE_HZ * 5);
    writeFileSync(file, toWav(concatenate([pause, await speech.say(QUESTION)]), FLITE_SAMPLE_RATE_HZ));
  } finally {
    await speech.close();
  }
}

describeWithChromium(describe)('SDK on a page of another origin', () => {
  let service: TestApp;
  let sdk: BuiltSdk;
  let site: Site;
  let browser: Browser;
  let tab: Page;
  let connectorId: string;

  beforeAll(async () => {
    sdk = buildSdk();
    service = await createTestApp({ env: { MEDIA_WORKERS: '1', STARTER_WORKERS: '1' } });
    const call = httpClient(service.baseUrl);
    const account = await service.createAccount();
    const key = await service.createKey(account);
    const agentId = await service.createAgent(account, {
      schemaVersion: 1,
      greeting: GREETING,
      languageCode: 'en-US',
      intents: [{ name: 'hours', examples: [QUESTION], reply: REPLY }],
      fallbackReply: 'Sorry?',
    });
    await publish(service, account, agentId, 'sandbox');
    const policy = `default-src 'none'; script-src 'self'; connect-src ${service.baseUrl} ${service.baseUrl.replace('http', 'ws')}`;
    site = await serveSite({
      '/': page(policy, () => '<script src="/earshot.js"></script>'),
      '/earshot.js': script(readFileSync(path.join(sdk.folder, 'dist', 'earshot.global.js'))),
    });
    const body = { name: 'Page', publicAccess: { origins: [site.origin], callsPerMinutePerAddress: 100 } };
    const made = await call('POST', `/v1/agents/${agentId}/telephony/connectors`, { key, body });
    connectorId = made.body.connectorId;
    const microphoneWavFile = path.join(service.dataDir, 'caller.wav');
    await recordQuestion(microphoneWavFile);
    browser = await launchChromium({ microphoneWavFile });
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
    sdk?.remove();
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

  /** Starts a call and keeps its events; resolves when audio flows. */
  const begin = (microphone = true, writesAtOnce = false) =>
    tab.evaluate(
      async ([signalingUrl, connectorId, microphone, question]) => {
        const here = window as unknown as CallWindow;
        here.told = [];
        here.call = new here.Earshot.EarshotCall({ signalingUrl, connectorId, microphone });
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
        const started = here.call.start();
        if (question !== undefined) {
          here.call.sendContext('The caller looks at room 12.');
          here.call.sendText(question);
        }
        await started;
      },
      [service.baseUrl, connectorId, microphone, writesAtOnce ? QUESTION : undefined] as const,
    );

  const said = (text: string) =>
    tab.waitForFunction(
      (wanted) =>
        (window as unknown as CallWindow).told.some(
          ({ name, payload }) => name === 'transcript' && (payload as Transcript).text === wanted,
        ),
      text,
    );

  const told = (name: keyof CallEvents) =>
    tab.evaluate(
      (wanted) =>
        (window as unknown as CallWindow).told
          .filter((event) => event.name === wanted)
          .map(({ payload }) => payload),
      name,
    );

  it('reports transcript, agent state and levels without a token in the page', async () => {
    await begin();
    await said(GREETING);
    expect(((await told('transcript')) as Transcript[]).at(0)).toMatchObject({ speaker: 'agent' });
    await tab.waitForFunction(() =>
      (window as unknown as CallWindow).told.some(
        ({ name, payload }) => name === 'levels' && (payload as { agent: number }).agent > 0.3,
      ),
    );
    expect(await told('agent')).toContain('speaking');
    await tab.waitForFunction(() =>
      (window as unknown as CallWindow).told.some(
        ({ name, payload }) => name === 'levels' && (payload as { caller: number }).caller > 0.1,
      ),
    );
  });

  it('answers typed text by voice, also without a microphone', async () => {
    await begin(false);
    await said(GREETING);
    await tab.evaluate((text) => (window as unknown as CallWindow).call.sendText(text), QUESTION);
    await said(QUESTION);
    await said(REPLY);
    expect(await told('error')).toEqual([]);
  });

  it('sends text and context from before the call once it starts, and hides the context', async () => {
    await begin(false, true);
    await said(QUESTION);
    await said(REPLY);
    const texts = ((await told('transcript')) as Transcript[]).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('room 12'))).toEqual([]);
    expect(await told('error')).toEqual([]);
  });

  it('reports interim transcripts of both sides and each final turn once with its id', async () => {
    await begin();
    const wholeTurn = (speaker: 'caller' | 'agent') =>
      until(`an interim transcript of the ${speaker} has become final`, async () => {
        const turns = (await told('transcript')) as Transcript[];
        // Not every turn has one: a busy machine recognizes a short turn only at its end.
        const interim = turns.filter((turn) => turn.speaker === speaker && !turn.final);
        const whole = interim.map(({ turnId }) => turns.filter((turn) => turn.turnId === turnId));
        return whole.find((turn) => turn.at(-1)?.final && !turn.at(-1)?.interrupted);
      });
    for (const speaker of ['caller', 'agent'] as const) {
      expect((await wholeTurn(speaker)).filter(({ final }) => final)).toHaveLength(1);
    }
  });

  it('switches microphones when one is lost, and changes microphone, speaker and volume', async () => {
    await begin();
    const changed = await tab.evaluate(async () => {
      const { call } = window as unknown as CallWindow;
      const trackOf = () => call.microphoneStream?.getAudioTracks()[0];
      const first = trackOf();
      // Like unplugging: the browser ends the track and fires the event.
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
  });

  it('sends DTMF, and reports with advice that a call without a microphone cannot', async () => {
    await begin();
    await tab.evaluate(() => (window as unknown as CallWindow).call.sendDigits('12#'));
    await tab.evaluate(() => (window as unknown as CallWindow).call.hangUp());
    await begin(false);
    const refused = await tab.evaluate(() => {
      try {
        (window as unknown as CallWindow).call.sendDigits('1');
      } catch (error) {
        const { code, advice } = error as { code: string; advice: string };
        return { code, advice };
      }
      return undefined;
    });
    expect(refused).toEqual({ code: 'DIGITS_UNSUPPORTED', advice: expect.stringMatching(/\w/) });
  });
});
