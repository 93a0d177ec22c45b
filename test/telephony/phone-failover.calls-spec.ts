import type { CallsService } from '../../src/calls/index.js';
import type { InstanceLease } from '../../src/cluster/index.js';
import { until } from '../support/until.js';
import type { LastingPhone } from './support/lasting-phone.js';
import { CUT_OFF, TwoPhoneInstances } from './support/two-phone-instances.js';

describe('phone call of a dead instance', () => {
  let two: TwoPhoneInstances;

  beforeAll(async () => {
    two = await TwoPhoneInstances.start();
  });
  afterEach(async () => {
    await two.hangUp();
    await two.here.provider<InstanceLease>('InstanceLease').renew();
  });
  afterAll(() => two?.close());

  const ended = (phone: LastingPhone) =>
    until('the record is finished', async () => {
      const record = await two.recordOf(phone);
      return record.endedAt === null ? undefined : record;
    });
  const saying = (phone: LastingPhone, words: string) =>
    until(`the agent says ${words}`, async () =>
      (await two.recordOf(phone)).turns.some(({ text }) => text === words),
    );

  it('resumes elsewhere by a re-INVITE in its dialog with its history', async () => {
    const phone = await two.known();
    phone.press('7');
    await saying(phone, 'You pressed 7.');
    await two.seemsGone(phone);
    const atMs = performance.now();
    const again = await until('it is invited again', () => phone.requests('INVITE')[0]);
    expect(/^Contact: <sip:[^>]*:(\d+)>/im.exec(again)?.[1]).toBe(String(await two.portOf(two.there)));
    expect(Number(/^CSeq: (\d+) INVITE/im.exec(again)?.[1])).toBeGreaterThanOrEqual(1_000);
    expect(/^o=earshot \d+ (\d+) /m.exec(again)?.[1]).toBe('2');
    const port = Number(/^m=audio (\d+) /m.exec(again)?.[1]);
    await until('the agent is heard from there', () => phone.heardSince(atMs, port));
    await saying(phone, CUT_OFF);
    phone.press('8');
    await saying(phone, 'You pressed 7 8.');
    await until('the first has let go', async () => (await two.telephonyOf(two.here).callCount()) === 0);
    expect(phone.isOver).toBe(false);
    await phone.bye();
    const record = await ended(phone);
    expect(record).toMatchObject({ epoch: 2, endReason: 'client-close', crashed: false, journal: null });
    expect(record.events.map(({ kind, details }) => [kind, details])).toEqual([
      ['carry-on', { from: 'lost', outcome: 'gone-on', afterMs: expect.any(Number) as number }],
    ]);
  });

  it('is re-invited again after glare', async () => {
    const phone = await two.known();
    phone.refusal = (_, count) => (count === 1 ? { status: 491 } : undefined);
    await two.seemsGone(phone);
    await saying(phone, CUT_OFF);
    expect(phone.requests('INVITE')).toHaveLength(2);
  });

  it.each([
    ['that knows of no such call, is over', 481, 0],
    ['that does not take it, is hung up', 488, 1],
  ])('re-invited to a phone %s, and recorded as such', async (_, status, byes) => {
    const phone = await two.known();
    phone.refusal = () => ({ status });
    await two.seemsGone(phone);
    const record = await ended(phone);
    expect(record).toMatchObject({ epoch: 2, endReason: 'instance-lost', crashed: true });
    expect(record.events.map(({ details }) => details)).toEqual([
      { from: 'lost', outcome: 'refused', status, afterMs: expect.any(Number) as number },
    ]);
    await until('it is hung up', () => phone.requests('BYE').length === byes);
    phone.isOver = true;
  });

  it('of a stopping instance migrates during a silence without an announcement', async () => {
    const phone = await two.known();
    phone.press('4');
    await saying(phone, 'You pressed 4.');
    void two.here.provider<CallsService>('CallsService').drain();
    await until('it is invited again', () => phone.requests('INVITE')[0], 15_000);
    await until('the other one has it', async () => (await two.recordOf(phone)).epoch === 2);
    phone.press('5');
    await saying(phone, 'You pressed 4 5.');
    await phone.bye();
    const record = await ended(phone);
    expect(record.turns.map(({ text }) => text)).not.toContain(CUT_OFF);
    expect(record.events[0]?.details).toMatchObject({ from: 'given-up', outcome: 'gone-on' });
  });
});
