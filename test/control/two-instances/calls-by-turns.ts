import { newId } from '../../../src/common/ids/index.js';
import type { OutboundStore } from '../../../src/telephony/outbound/outbound-store.js';
import type { TestApp } from '../../support/app.js';
import type { TwoInstances } from './two-instances.js';

const NUMBER = '+442079460000';

/** Outbound calls: an instance claims those of every account on the database. */
export function describeCallsByTurns(started: () => TwoInstances): void {
  /** @returns the ids of what a new account orders */
  async function order(orders: number): Promise<string[]> {
    const { here } = started();
    const account = await here.createAccount();
    const agentId = await here.createAgent(account);
    const expiresAt = new Date(Date.now() + 600_000);
    const data = Array.from({ length: orders }, () => ({
      ...{ id: newId('call'), accountId: account.accountId, agentId, environment: 'live' as const },
      ...{
        trunkId: newId('trk'),
        metadata: {},
        toNumber: NUMBER,
        fromNumber: NUMBER,
        ringSeconds: 30,
        expiresAt,
      },
    }));
    await here.prisma.outboundCall.createMany({ data });
    return data.map(({ id }) => id);
  }

  const claim = async (of: TestApp, room: number) =>
    (await of.provider<OutboundStore>('OutboundStore').claim(room)).map(({ id }) => id);

  it('alternate between accounts for outbound calls placed on either', async () => {
    const { here, there } = started();
    const busy = await order(1_000);
    const [first] = await claim(here, 1);
    const [other] = await order(1);
    expect([busy.includes(first ?? ''), await claim(there, 1)]).toEqual([true, [other]]);
    await here.prisma.outboundCall.deleteMany({});
  });
}
