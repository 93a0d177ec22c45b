import { httpClient } from '../support/http.js';
import { until } from '../support/until.js';
import { createPhoneFixture, type PhoneFixture } from './support/phone-fixture.js';
import { RawPhone } from './support/raw-phone.js';

const OTHER_HOST = '127.0.0.2';
const PER_SECOND = 5;
const FLOOD = 60;

describe('trunk that floods', () => {
  let fixture: PhoneFixture;
  const phones: RawPhone[] = [];

  beforeAll(async () => {
    fixture = await createPhoneFixture(
      { schemaVersion: 1, greeting: 'Hello.', languageCode: 'en-US' },
      { overrides: { telephony: { requestsPerSecond: PER_SECOND } } },
    );
    const other = await fixture.app.createAccount();
    const key = await fixture.app.createKey(other);
    const body = { name: 'Another account', allowedAddresses: [OTHER_HOST] };
    const call = httpClient(fixture.app.baseUrl);
    expect((await call('POST', '/v1/telephony/trunks', { key, body })).status).toBe(201);
  });
  afterAll(async () => {
    for (const phone of phones) phone.close();
    await fixture?.close();
  });

  async function phoneAt(host: string): Promise<RawPhone> {
    const phone = await RawPhone.open(host, fixture);
    phones.push(phone);
    return phone;
  }

  it('is refused beyond the limit of its account, and no other account is', async () => {
    const [flooding, other] = [await phoneAt(fixture.host), await phoneAt(OTHER_HOST)];
    const statuses = ({ answers }: RawPhone) => answers.map(({ status }) => status);
    const beganMs = performance.now();
    // The answer is no longer than the request.
    const padding = [`X-Padding: ${'x'.repeat(300)}`];
    for (let sent = 0; sent < FLOOD; sent += 1) flooding.options(padding);
    await until('the flood is answered', () => flooding.answers.length === FLOOD);
    const seconds = (performance.now() - beganMs) / 1_000;
    const refused = flooding.answers.filter(({ status }) => status === 503);
    // Twice the limit at once, and then as many a second.
    expect(refused.length).toBeGreaterThanOrEqual(FLOOD - PER_SECOND * (3 + seconds));
    expect(refused[0]?.text).toMatch(/^Retry-After: \d/m);
    for (let sent = 0; sent < PER_SECOND; sent += 1) other.options();
    await until('the other account is answered', () => other.answers.length === PER_SECOND);
    expect(statuses(other)).not.toContain(503);
  });
});
