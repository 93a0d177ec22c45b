import { defaultStarterDocument } from '../../src/pipeline/starter/default-starter-document.js';
import { httpClient } from '../support/http.js';
import { alone } from '../support/scoped.js';
import { until } from '../support/until.js';
import { TwoInstances } from './support/two-instances.js';

const MS_A_DAY = 86_400_000;

describe('a call to the agent of the demo', () => {
  let two: TwoInstances;

  beforeAll(async () => {
    two = await TwoInstances.start();
  });
  afterAll(() => two?.close());

  alone('books a table that is stored with the call, and is in its record', async () => {
    const starter = { provider: 'starter' };
    const models = { traditional: { llm: starter, stt: starter, tts: starter } };
    const caller = two.caller(await two.agentOf({ ...defaultStarterDocument(), models }));
    await caller.offerTo(two.here.baseUrl);
    await until('it is greeted', () => caller.said.length > 0, 30_000);
    // No Sunday, on which the restaurant is closed.
    const days = new Date(Date.now() + 10 * MS_A_DAY).getUTCDay() === 0 ? 'eleven' : 'ten';
    await caller.ask(`Book a table for two in ${days} days at half past seven`);
    await until('the name is asked for', () => caller.said.join(' ').includes('What name'), 30_000);
    for (const [says, hears] of [
      ['Maria Lopez', 'phone number'],
      ['555 0142', '555 0142'],
      ['yes', 'A table for 2'],
      ['yes', 'Your table is booked'],
    ] as const) {
      const seen = caller.said.length;
      await caller.ask(says);
      await until(hears, () => caller.said.slice(seen).join(' ').includes(hears), 30_000);
    }
    const { id } = await two.recordOf(caller);
    const key = await two.here.createKey(two.account);
    const { body } = await httpClient(two.there.baseUrl)('GET', '/v1/demo/bookings', { key });
    const booked = { people: 2, time: '19:30', name: 'Maria Lopez', phone: '5550142' };
    expect(body.bookings).toMatchObject([{ ...booked, conversationId: id }]);
    const forms = () =>
      two.here.prisma.conversationEvent.findMany({ where: { conversationId: id, kind: 'form' } });
    const [event] = await until('the form is on record', async () => {
      const found = await forms();
      return found.length > 0 && found;
    });
    expect(event?.details).toMatchObject({ outcome: 'completed', values: booked });
  });
});
