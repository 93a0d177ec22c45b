import { writeFileSync } from 'node:fs';
import { inProject } from '../../scripts/lib/project.mjs';
import { launchChromium } from '../support/chromium.js';
import { Firefox } from '../support/firefox.js';
import { serveBlankPage } from '../support/blank-page.js';
import { openSession, startMedia } from './support/media-fixture.js';
import { browserOffer, browserReoffer, type BrowserOffer } from './support/offer-page.js';
import { PROGRAM_KINDS } from './support/program-clients.js';

/**
 * node scripts/run-ts.mjs test/media/record-offers.ts: records offers of the clients available on this machine into
 * test/media/fixtures, replacing its addresses by documentation addresses (RFC 5737, RFC 3849). Update the versions in
 * support/offers.ts afterwards.
 */

/** Both browsers can run a function in their page. */
interface OfferingPage {
  evaluate<Argument, Result>(
    run: (argument: Argument) => Promise<Result>,
    argument: Argument,
  ): Promise<Result>;
}

const BROWSER_OFFERS: readonly [suffix: string, offer: BrowserOffer][] = [
  ['-trickle', { trickle: true }],
  ['-recvonly', { listensOnly: true }],
  ['-audio-video-data', { offersMore: true }],
  ['-max-bundle', { offersMore: true, bundlePolicy: 'max-bundle' }],
  // Last, because the next offer is its re-offer.
  ['', {}],
];

function save(name: string, sdp: string): void {
  const anonymous = sdp
    .replace(/\b(?!0\.0\.0\.0|127\.0\.0\.1)\d{1,3}(\.\d{1,3}){3}\b/g, '192.0.2.10')
    .replace(/\b(?:fd|fe80:)[0-9a-f:]*::?[0-9a-f:]+\b/g, '2001:db8::10')
    .replace(/@host-[0-9a-f]+/g, '@host');
  writeFileSync(inProject('test', 'media', 'fixtures', `${name}.sdp`), anonymous);
  console.log(`recorded ${name}`);
}

async function recordBrowser(name: string, page: OfferingPage): Promise<void> {
  for (const [suffix, offer] of BROWSER_OFFERS) {
    const sdp = await page.evaluate(browserOffer, offer);
    save(`${name}${suffix}`, sdp);
    if (suffix !== '') continue;
    const session = await openSession(media, sdp);
    save(`${name}-restart`, await page.evaluate(browserReoffer, session.answerSdp));
    session.close();
  }
}

async function recordPrograms(): Promise<void> {
  for (const kind of PROGRAM_KINDS) {
    const obstacle = kind.obstacle();
    if (obstacle !== undefined) {
      console.log(`not recorded: ${kind.name} (${obstacle})`);
      continue;
    }
    kind.prepare();
    const name = kind.name.toLowerCase();
    const full = kind.start();
    const sdp = await full.createOffer();
    save(name, sdp);
    const session = await openSession(media, sdp);
    full.acceptAnswer(session.answerSdp);
    save(`${name}-${kind.restartsIce ? 'restart' : 'reoffer'}`, await full.createOffer({ restart: true }));
    session.close();
    await full.close();
    for (const [suffix, sections, options] of [
      ['-audio-video-data', ['video', 'data'], {}],
      ...(kind.trickles ? [['-trickle', [], { trickle: true }] as const] : []),
      ...(kind.name === 'GStreamer' ? [['-early', [], { early: true }] as const] : []),
    ] as const) {
      const client = kind.start(sections);
      save(`${name}${suffix}`, await client.createOffer(options));
      await client.close();
    }
  }
}

const media = await startMedia();
const blank = await serveBlankPage();

const chromium = await launchChromium();
console.log(`Chromium ${chromium.version()}`);
const chromiumPage = await chromium.newPage();
await chromiumPage.goto(blank.url);
await recordBrowser('chromium', {
  evaluate: (run, argument) => chromiumPage.evaluate(run as never, argument),
});
await chromium.close();

const firefox = await Firefox.launch();
console.log(`Firefox ${firefox.version}`);
const firefoxPage = await firefox.newPage();
await firefoxPage.goto(blank.url);
await recordBrowser('firefox', {
  evaluate: (run, argument) => firefoxPage.evaluate(run as never, argument),
});
await firefox.close();

await recordPrograms();
blank.close();
await media.close();
