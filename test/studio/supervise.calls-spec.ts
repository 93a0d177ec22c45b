import { TwoInstances } from '../calls/support/two-instances.js';
import { rms, tone } from '../support/audio.js';
import { describeWithChromium } from '../support/chromium.js';
import { alone } from '../support/scoped.js';
import { ensureStudio } from '../support/studio.js';
import { until } from '../support/until.js';
import { StudioVisit } from './support/studio-visit.js';

const AUDIBLE_RMS = 0.02;

describeWithChromium(describe)('supervision in the studio', () => {
  let two: TwoInstances;
  let visit: StudioVisit;

  beforeAll(async () => {
    await ensureStudio();
    two = await TwoInstances.start();
    visit = await StudioVisit.start(two.there.baseUrl);
  });
  afterAll(async () => {
    await visit?.leave();
    await visit?.end();
    await two?.close();
  });

  alone('hears a call of another instance, whispers, takes it over and gives it back', async () => {
    const caller = await two.known();
    const page = await visit.open('/live', await two.here.createKey(two.account));
    page.setDefaultTimeout(30_000);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await button('Read along').click();
    await button('Listen').click();
    const level = page.getByRole('meter', { name: 'Call' });
    await level.waitFor();
    const microphone = caller.peers.at(-1);
    if (!microphone) throw new Error('the caller is gone');
    void microphone.sendPcm(tone({ frequencyHz: 600, durationMs: 5_000, sampleRateHz: 48_000 }));
    await until(
      'the caller is heard',
      async () => (await level.getAttribute('aria-valuetext'))?.endsWith('decibels') === true,
    );
    expect(await visit.violations(page)).toEqual([]);

    await page.getByLabel('Whisper to the agent').fill('He said that my name is Grace');
    await button('Whisper').click();
    await until(
      'it is sent',
      async () => (await page.getByLabel('Whisper to the agent').inputValue()) === '',
    );
    expect(await caller.ask('Who am I?')).toBe('You are Grace.');

    const clickedMs = performance.now();
    await button('Take over').click();
    await page.getByLabel('Note for the agent').fill('I greeted him');
    // The browser's fake microphone beeps.
    await until('the caller hears the supervisor', () =>
      microphone.heard.some(({ atMs, samples }) => atMs > clickedMs + 1_000 && rms(samples) > AUDIBLE_RMS),
    );
    expect(await visit.violations(page)).toEqual([]);
    await button('Give back').click();
    await page.getByLabel('Whisper to the agent').waitFor();
    expect(await caller.ask('Who am I now?')).toBe('You are Grace.');
    await button('Stop listening').click();
    await button('Listen').waitFor();
    await page.getByText('gave the call back: I greeted him').waitFor();
    expect(visit.complaints).toEqual([]);
  });
});
