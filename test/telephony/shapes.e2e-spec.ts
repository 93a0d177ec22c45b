import { hasOwnAddress } from '../support/own-address.js';
import { createPhoneFixture, type PhoneFixture } from './support/phone-fixture.js';
import { sendShape, type Shape, SHAPES } from './support/shapes.js';

/** Concurrent calls. */
const AT_ONCE = 8;
const OFFER = /^m=audio \d+ RTP\/AVP 96 9 0 8 101\r?$/m;

let fixture: PhoneFixture;

beforeAll(async () => {
  fixture = await createPhoneFixture(
    { schemaVersion: 1, languageCode: 'en-US' },
    { trunk: { countryCode: '44' } },
  );
});
afterAll(() => fixture?.close());

/** Expectations missing from the answer. */
function missing({ expect: { status, codec, reason } }: Shape, answer: string): string[] {
  const given = /^SIP\/2\.0 (\d+)/.exec(answer)?.[1];
  const [head = '', sdp = ''] = answer.split('\r\n\r\n');
  const told = [...head.matchAll(/^(?:Warning|Unsupported|Min-SE|Accept):.*$/gim)].join('\n');
  const chosen =
    codec === 'offer' ? OFFER.test(sdp) : new RegExp(`^a=rtpmap:\\d+ ${codec}/`, 'im').exec(sdp)?.index;
  const isFirst = codec === 'offer' ? chosen : chosen === sdp.search(/^a=rtpmap:/im) && chosen !== -1;
  return [
    ...(given === String(status) ? [] : [`status ${status}: ${head}`]),
    ...(codec === undefined || isFirst ? [] : [`codec ${codec}: ${sdp}`]),
    ...(reason === undefined || told.includes(reason) ? [] : [`reason ${reason}: ${head}`]),
  ];
}

(hasOwnAddress() ? it : it.skip)(
  'answers the INVITEs of carriers, PBXs, SBCs, softphones and desk phones, or says why it does not',
  async () => {
    expect(SHAPES.length).toBeGreaterThanOrEqual(100);
    const waiting = [...SHAPES];
    const wrong: string[] = [];
    const walk = async () => {
      for (let shape = waiting.shift(); shape; shape = waiting.shift()) {
        const faults = await sendShape(shape, fixture).then(
          (answer) => missing(shape, answer),
          (error: unknown) => [String(error)],
        );
        wrong.push(...faults.map((fault) => `${shape?.name} (${shape?.source}): ${fault}`));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, walk));
    expect(wrong).toEqual([]);
    await fixture.nothingLeft();
  },
  180_000,
);
