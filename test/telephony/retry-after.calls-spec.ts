import type { MediaService } from '../../src/media/index.js';
import { until } from '../support/until.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { RawPhone } from './support/raw-phone.js';

/** Frames are later than the limit then, and on a busy machine without it are not. */
const STALL_MS = 150;
const STALL_EVERY_MS = 400;
/** Fewer calls are never refused for lateness. */
const CALLS = 20;

describe('caller rejected under load', () => {
  let fixture: PhoneFixture;
  const phones: RawPhone[] = [];

  beforeAll(async () => {
    fixture = await createPhoneFixture(
      { schemaVersion: 1, greeting: 'Hello.', languageCode: 'en-US' },
      {
        env: { DATABASE_QUERY_TIMEOUT_MS: '3000', MEDIA_OVERLOAD_LAG_MS: '10000' },
        overrides: { media: { overloadPacingMs: 120 } },
      },
    );
  });
  afterEach(async () => {
    for (const made of phones.splice(0)) made.close();
    await fixture.nothingLeft();
  });
  afterAll(() => fixture?.close());

  async function phone(): Promise<RawPhone> {
    const made = await RawPhone.open(fixture.host, fixture);
    phones.push(made);
    return made;
  }
  const answered = async () => {
    const caller = await phone();
    caller.invite(NUMBER);
    await caller.answered('INVITE', 200);
    caller.ack(NUMBER);
    return caller;
  };
  const hangUp = async (caller: RawPhone) => {
    caller.bye(NUMBER);
    await caller.answered('BYE', 200);
  };

  it('gets Retry-After while media is overloaded; live calls continue and new ones are accepted later', async () => {
    const media = fixture.app.provider<MediaService>('MediaService');
    const inService = fixture.app.module<typeof import('./support/in-service.js')>(
      'test/telephony/support/in-service.ts',
    );
    const talking = await Promise.all(Array.from({ length: CALLS }, answered));
    await inService.holdUpEvery(STALL_EVERY_MS, STALL_MS);
    await until('they are late', () => media.isOverloaded());
    const refused = await phone();
    refused.invite(NUMBER);
    expect((await refused.answered('INVITE', 503)).text).toMatch(/^Retry-After: [1-9]\d*\r$/m);
    refused.ack(NUMBER);
    const ready = await fetch(`${fixture.app.baseUrl}/health/ready`);
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('"FULL"')]);
    await inService.letGo();
    await until('they are on time', async () => !(await media.isOverloaded()), 20_000);
    for (const caller of [...talking, await answered()]) {
      expect(caller.requests('BYE')).toEqual([]);
      await hangUp(caller);
    }
  });

  it('gets Retry-After while the database is down at any step, and is answered afterwards', async () => {
    for (const table of ['phone_numbers', 'active_deployments']) {
      const caller = await phone();
      await fixture.app.prisma.$transaction(
        async (transaction) => {
          await transaction.$executeRawUnsafe(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
          caller.invite(NUMBER);
          expect((await caller.answered('INVITE', 503)).text).toMatch(/^Retry-After: \d+/m);
        },
        { timeout: 20_000 },
      );
      caller.ack(NUMBER);
    }
    await hangUp(await answered());
  });
});
