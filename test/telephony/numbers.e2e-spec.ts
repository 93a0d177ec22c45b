import { until } from '../support/until.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { RawPhone } from './support/raw-phone.js';

const PHONES = '/telephony/phone-numbers';
const ITALIAN = '+390612345678';

describe('phone numbers', () => {
  let fixture: PhoneFixture;
  let agent: string;

  beforeAll(async () => {
    fixture = await createPhoneFixture(
      { schemaVersion: 1, greeting: 'Hello.', languageCode: 'en-US' },
      {
        // Orders stay queued, so that their content can be checked.
        env: { OUTBOUND_CALLS_ENABLED: 'false' },
        trunk: {
          countryCode: 'gb',
          host: '203.0.113.9',
          allowedPrefixes: ['+44', '+1', '+34', '+45', '+39'],
          localNumbers: ['7XXX', '112'],
        },
      },
    );
    agent = `/v1/agents/${fixture.agentId}`;
  });

  afterAll(() => fixture?.close());

  /** The recorded numbers of a call between these users. */
  async function recordOf(dialled: string, headers: readonly string[] = []) {
    const phone = await RawPhone.open(fixture.host, fixture);
    try {
      phone.invite(dialled, headers);
      await phone.answered('INVITE', 200);
      phone.ack(dialled);
      phone.bye(dialled);
      await phone.answered('BYE', 200);
    } finally {
      phone.close();
    }
    const { caller, callee } = await until('the call is on record', () =>
      fixture.app.prisma.conversation.findFirst({ where: { callSid: phone.callId, endedAt: { not: null } } }),
    );
    return { caller, callee };
  }

  it.each([
    NUMBER,
    '442079460000',
    '02079460000',
    '020-7946-0000',
    '00442079460000',
    '2079460000',
    '+44(0)2079460000',
  ])("reach their agent in any carrier's format: %s", async (dialled) => {
    expect((await recordOf(dialled)).callee).toBe(NUMBER);
  });

  it.each([
    ['a national number of the trunk’s country', '<sip:02079460999@pbx>', '+442079460999'],
    ['an extension', '<sip:7001@pbx>', '7001'],
    ['the second identity, as tel:', '<sip:jane@pbx>, <tel:+44-20-7946-0999>', '+442079460999'],
  ])("of callers are taken from the trunk's assertion: %s", async (_what, identity, caller) => {
    expect((await recordOf(NUMBER, [`P-Asserted-Identity: ${identity}`])).caller).toBe(caller);
  });

  it('of anonymous callers are never recorded', async () => {
    const headers = ['Privacy: id', 'P-Asserted-Identity: <sip:+442079460888@pbx>'];
    expect((await recordOf(NUMBER, headers)).caller).toBe('anonymous');
    const { body } = await fixture.request('GET', '/v1/conversations?limit=200');
    expect(JSON.stringify(body)).not.toContain('2079460888');
  });

  it('are assigned, found and removed in any international format, and stored in one', async () => {
    const given = await fixture.request('POST', agent + PHONES, {
      phoneNumbers: ['+39 06 1234 5678', '+4499*'],
    });
    expect([given.status, given.body]).toEqual([201, expect.anything()]);
    expect(JSON.stringify(given.body)).toContain(ITALIAN);
    const one = `${agent}${PHONES}/${encodeURIComponent('0039 06 12345678')}`;
    expect(await fixture.request('GET', one)).toMatchObject({ status: 200, body: { number: ITALIAN } });
    const several = { phoneNumbers: ['tel:+390612345678', '+4499*'] };
    const batch = await fixture.request('POST', `${agent}${PHONES}/batch`, several);
    expect(batch.body).toMatchObject({ notFound: [] });
    expect((await fixture.request('DELETE', agent + PHONES, several)).body).toEqual({
      deleted: [ITALIAN, '+4499*'],
    });
  });

  it('are rejected for agents when invalid, with a valid example', async () => {
    for (const number of ['+4477', '+44112', '020 7946 0000', '+4402079460000000']) {
      const refused = await fixture.request('POST', agent + PHONES, { phoneNumbers: [number] });
      expect([number, refused.status]).toEqual([number, 400]);
      expect(refused.body['error']).toContain('+442079460000');
    }
  });

  it('accept a trunk country as code or region, and no invalid one', async () => {
    const trunk = `/v1/telephony/trunks/${fixture.trunkId}`;
    expect((await fixture.request('GET', trunk)).body).toMatchObject({ countryCode: '44' });
    const countryOf = async (countryCode: string | null) =>
      (await fixture.request('PATCH', trunk, { countryCode })).body['countryCode'];
    expect([await countryOf('+1'), await countryOf(''), await countryOf('44')]).toEqual(['1', null, '44']);
    const refused = await fixture.request('PATCH', trunk, { countryCode: '999' });
    expect([refused.status, refused.body['error']]).toEqual([400, expect.stringContaining('like 44 or GB')]);
    const strange = await fixture.request('PATCH', trunk, { localNumbers: ['sip:7001@pbx'] });
    expect([strange.status, strange.body['error']]).toEqual([400, expect.stringContaining('7XXX')]);
  });

  it.each([
    [{ toNumber: '2125550100', countryCode: '1' }, '+12125550100'],
    [{ toNumber: '1 (212) 555-0100', countryCode: '+1' }, '+12125550100'],
    [{ toNumber: '011 44 20 7946 0999', countryCode: 'US' }, '+442079460999'],
    [{ toNumber: '+44 (0)20 7946 0999' }, '+442079460999'],
    [{ toNumber: '020 7946 0999' }, '+442079460999'],
    [{ toNumber: '912 34 56 78', countryCode: '34' }, '+34912345678'],
    [{ toNumber: '20 12 34 56', countryCode: 'DK' }, '+4520123456'],
    [{ toNumber: '06 1234 5678', countryCode: '39' }, '+390612345678'],
    [{ toNumber: '７００１' }, undefined],
    [{ toNumber: '7001' }, '7001'],
    [{ toNumber: '112' }, '112'],
    [{ toNumber: '7112' }, undefined],
    [{ toNumber: '999' }, undefined],
    [{ toNumber: '+4477' }, undefined],
    [{ toNumber: '1-800-FLOWERS', countryCode: '1' }, undefined],
    [{ toNumber: '0'.repeat(100_000) }, undefined],
  ])('of outbound calls are parsed by country or rejected: %j', async (order, number) => {
    const body = { environment: 'live', fromNumber: '+44 20 7946 0000', ...order };
    const ordered = await fixture.request('POST', `${agent}/telephony/outbound-calls`, body);
    if (number === undefined) {
      expect([ordered.status, ordered.body['error_code']]).toEqual([400, 'OUTBOUND_CALLS_VALIDATION_FAILED']);
      expect(ordered.body['error']).toMatch(/^toNumber.*\+442079460000/s);
      return;
    }
    expect(ordered.status).toBe(200);
    const row = await fixture.app.prisma.outboundCall.findUniqueOrThrow({
      where: { id: String(ordered.body['callSid']) },
    });
    expect([row.toNumber, row.fromNumber]).toEqual([number, NUMBER]);
  });
});
