import { readFile } from 'node:fs/promises';
import { until } from '../support/until.js';
import { CalledPhone } from './support/called-phone.js';
import { type Kamailio, startKamailioWith } from './support/kamailio.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { describeWith } from './support/programs.js';
import { RawPhone } from './support/raw-phone.js';

/** Calls distributed over two instances. */
const CALLS = 6;

describeWith(['kamailio'], describe)('Kamailio with deploy/kamailio.cfg', () => {
  const fixtures: PhoneFixture[] = [];
  let balancer: Kamailio;

  const start = async (instances: readonly { host: string; port: number }[]) => {
    const list = instances.map(({ host, port }) => `1 sip:${host}:${port}\n`).join('');
    const shipped = await readFile('deploy/kamailio.cfg', 'utf8');
    const started = await startKamailioWith({ 'kamailio-dispatcher.list': list }, ({ host, port, folder }) =>
      shipped
        .replace('!OWN_UDP!udp:0.0.0.0:5060!', `!OWN_UDP!udp:${host}:${port}!`)
        .replace('!OWN_TCP!tcp:0.0.0.0:5060!', `!OWN_TCP!tcp:${host}:${port}!`)
        .replace('/etc/kamailio', folder),
    );
    const phone = await RawPhone.open(started.host, started);
    await until(
      'it listens',
      async () => {
        phone.options();
        return until('it answers', () => phone.answers.length > 0, 500).catch(() => false);
      },
      20_000,
    );
    phone.close();
    return started;
  };

  beforeAll(async () => {
    for (let index = 0; index < 2; index += 1) {
      fixtures.push(await createPhoneFixture({ schemaVersion: 1, greeting: 'Hello.' }));
    }
    balancer = await start(fixtures);
  });

  afterAll(async () => {
    await balancer?.stop();
    for (const fixture of fixtures) await fixture.close();
  });

  async function call(through: Kamailio): Promise<RawPhone> {
    const phone = await RawPhone.open(through.host, through);
    phone.invite(NUMBER);
    await phone.answered('INVITE', 200).catch((cause: unknown) => {
      throw new Error(through.output(), { cause });
    });
    return phone;
  }

  it('distributes calls over two instances and routes in-dialog requests to the owner', async () => {
    const phones: RawPhone[] = [];
    for (let index = 0; index < CALLS; index += 1) phones.push(await call(balancer));
    const counts = await Promise.all(fixtures.map(({ telephony }) => telephony.callCount()));
    expect(counts).toEqual([CALLS / 2, CALLS / 2]);
    for (const phone of phones) {
      phone.followRoute();
      phone.ack(NUMBER);
      phone.bye(NUMBER);
      await phone.answered('BYE', 200);
      phone.close();
    }
    for (const fixture of fixtures) await fixture.nothingLeft();
  });

  it('moves a call to the other instance when one is full', async () => {
    const full = await CalledPhone.open((phone, invite) => phone.answer(invite, 503, ['Retry-After: 5']));
    const [fixture] = fixtures;
    if (!fixture) throw new Error('no instance');
    const other = await start([full, fixture]);
    try {
      for (let index = 0; index < 2; index += 1) {
        const phone = await call(other);
        phone.followRoute();
        phone.ack(NUMBER);
        phone.bye(NUMBER);
        await phone.answered('BYE', 200);
        phone.close();
      }
      await until('the full one was asked, too', () => full.requests('INVITE').length > 0);
    } finally {
      await other.stop();
      full.close();
    }
  });
});
