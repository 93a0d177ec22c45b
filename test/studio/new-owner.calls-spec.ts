import type { Browser } from 'playwright-core';
import type { SignInLinks } from '../../src/auth/sessions/sign-in-links.js';
import type { TelephonyService } from '../../src/telephony/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { describeWithChromium, launchChromium, openWatchedPage } from '../support/chromium.js';
import { ownAddress } from '../support/own-address.js';
import { createPerson } from '../support/people.js';
import { ensureStudio } from '../support/studio.js';
import { until } from '../support/until.js';
import { RawPhone } from '../telephony/support/raw-phone.js';
import { page as sitePage, serveSite, type Site } from '../web/support/sites.js';
import { CountingPerson } from './support/counting-person.js';
import { recordPage } from './support/screencast.js';

const MOST_CLICKS = 60;
const PATIENCE_MS = 120_000;
const NUMBER = '+442079460810';
const HOURS = 'We are open Monday to Thursday from 08:00 to 17:00, and Friday from 08:00 to 13:00.';

describeWithChromium(describe)('a new owner of a dental practice', () => {
  let service: TestApp;
  let browser: Browser;
  let site: Site;
  /** The line that the studio gives for a page. */
  let snippet = '';

  beforeAll(async () => {
    await ensureStudio();
    service = await createTestApp({
      env: {
        ...{ SIP_ENABLED: 'true', SIP_PORT: '0', ALLOW_PRIVATE_NETWORKS: 'sip' },
        // A busy machine must not look like a slow voice.
        ...{ STARTER_PRELOAD: 'true', PROVIDER_REPLY_TIMEOUT_MS: '60000' },
      },
    });
    site = await serveSite({ '/': sitePage('', () => snippet) });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
    await service?.close();
  });

  async function signedIn(): Promise<CountingPerson & { readonly complaints: readonly string[] }> {
    const owner = await createPerson(service, await service.createAccount());
    const links = service.inTransaction<SignInLinks>('SignInLinks');
    const { signInUrl } = await links.create(owner.personId, service.baseUrl);
    const { page, complaints } = await openWatchedPage(browser, { viewport: { width: 1_280, height: 800 } });
    page.setDefaultTimeout(PATIENCE_MS);
    const person = new CountingPerson(page);
    await page.goto(signInUrl);
    return Object.assign(person, { complaints });
  }

  /** An agent that knows the practice and writes appointments down, tried in text. */
  async function makeAgent(owner: CountingPerson): Promise<void> {
    const { page } = owner;
    await owner.press('button', 'Make your first agent');
    await owner.press('radio', /^Dentist/);
    await owner.fill('Name', 'Harbour Dental');
    await owner.press('button', 'Create agent');
    await owner.fill('Friday until', '13:00');
    await owner.fill('Address', '14 Quayside Row, London');
    await owner.press('radio', 'Text');
    const said = page.getByRole('list', { name: 'Transcript' });
    for (const [message, answer] of [
      ['When are you open?', HOURS],
      ['I need an appointment', 'What is it about?'],
      ['a check-up', 'On which day?'],
      ['tomorrow', 'At what time?'],
      ['ten in the morning', 'May I have your name?'],
      ['Peter Miller', 'And your phone number?'],
      ['020 7946 0958', '020 7946 0958'],
      ['yes', 'An appointment on'],
      ['yes', 'Thank you, Peter Miller. I have written it down'],
    ] as const) {
      await owner.fill('Message', message);
      await page.keyboard.press('Enter');
      await said.getByText(answer).last().waitFor();
    }
  }

  async function reachCallers(owner: CountingPerson): Promise<void> {
    const { page } = owner;
    await owner.press('button', 'Publish');
    await owner.press('button', 'Publish to live');
    await owner.press('link', 'Channels');
    await owner.fill('Address of your page', site.origin);
    await owner.press('button', 'Make the button');
    const line = page.getByLabel('The line for your page');
    snippet = (await line.textContent()) ?? '';
    await owner.press('link', /answered day and night/);
    await owner.press('radio', 'Own phone system');
    await owner.fill('Its server', ownAddress());
    await owner.fill('Your number', '+44 20 7946 0810');
    await owner.press('button', 'Connect the number');
    await page.getByText('Numbers that it answers').waitFor();
    await owner.press('link', 'Home');
    await page.getByRole('heading', { name: 'Harbour Dental is ready for the next call' }).waitFor();
  }

  /** A visitor of the practice's page asks for the hours, and for an appointment. */
  async function visit(): Promise<void> {
    const { page, context } = await openWatchedPage(browser);
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(site.origin);
    await page.getByRole('button', { name: 'Talk to us' }).click();
    const log = page.getByRole('log', { name: 'Transcript' });
    const write = async (text: string) => {
      await page.getByRole('textbox', { name: 'Write to the agent' }).fill(text);
      await page.keyboard.press('Enter');
    };
    await write('When are you open?');
    await log.getByText(HOURS).waitFor();
    await write('I need an appointment');
    await log.getByText('What is it about?').waitFor();
    await context.close();
  }

  async function phone(): Promise<void> {
    const host = ownAddress();
    const port = (await service.provider<TelephonyService>('TelephonyService').port()) ?? 0;
    const caller = await RawPhone.open(host, { host, port });
    caller.invite(NUMBER);
    await caller.answered('INVITE', 200);
    caller.ack(NUMBER);
    caller.bye(NUMBER);
    caller.close();
    await until('the call is on record', () =>
      service.prisma.conversation.findFirst({ where: { callee: NUMBER } }),
    );
  }

  it('gets from the sign-in link to an agent on page and phone in 60 clicks, by visible labels alone', async () => {
    const owner = await signedIn();
    const video = await recordPage(owner.page, 'new-owner');
    const beganMs = Date.now();
    await makeAgent(owner);
    await reachCallers(owner);
    const seconds = Math.round((Date.now() - beganMs) / 1_000);
    const { clicks, pages } = owner;
    await visit();
    await phone();
    process.stdout.write(
      `${clicks} clicks on ${pages.length} pages (${pages.join(', ')}) in ${seconds} s. Video: ${await video()}\n`,
    );
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
    expect(owner.complaints).toEqual([]);
  }, 480_000);
});
