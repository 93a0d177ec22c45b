import { until } from '../support/until.js';
import { OutboundFixture } from './support/outbound-fixture.js';
import { describeWith } from './support/programs.js';

let outbound: OutboundFixture;

beforeAll(async () => {
  outbound = await OutboundFixture.create();
});
afterEach(() => outbound?.nothingLeft());
afterAll(() => outbound?.close());

describeWith([], describe)('outbound call', () => {
  it('is cancelled without an answer when its ringing time is over', async () => {
    const peer = await outbound.called((one, invite) => one.answer(invite, 180));
    const { body } = await outbound.order({ ringSeconds: 5 });
    expect(await outbound.settled(body['callSid'])).toEqual({ status: 'FAILURE', reason: 'no_answer' });
    await peer.came('CANCEL');
    await peer.came('ACK');
  });

  it('refreshes its session as agreed, even if later responses omit it', async () => {
    const peer = await outbound.called((one, invite) => {
      const isFirst = one.requests('INVITE').length === 1;
      one.answer(
        invite,
        200,
        isFirst ? ['Session-Expires: 4;refresher=uac', 'Require: timer'] : [],
        one.sdp(),
      );
    });
    const { body } = await outbound.order();
    expect(await outbound.settled(body['callSid'])).toEqual({ status: 'SUCCESS' });
    const [invite = '', ...refreshes] = await until(
      'the session is refreshed twice',
      () => {
        const invites = peer.requests('INVITE');
        return invites.length >= 3 && invites;
      },
      30_000,
    );
    for (const refresh of refreshes) {
      expect(refresh).toMatch(/^Session-Expires: 4;refresher=uac\r$/im);
      expect(refresh).toMatch(/^Supported: .*\btimer\b/im);
    }
    expect(peer.requests('BYE')).toEqual([]);
    peer.bye(invite);
  });

  it('refreshes its session again after glare or when the peer requires a longer timer', async () => {
    const refusals: [status: number, headers: string[]][] = [
      [491, []],
      [422, ['Min-SE: 5']],
    ];
    const peer = await outbound.called((one, invite) => {
      const isFirst = one.requests('INVITE').length === 1;
      const refusal = isFirst ? undefined : refusals.shift();
      if (refusal) return one.answer(invite, ...refusal);
      one.answer(invite, 200, isFirst ? ['Session-Expires: 4;refresher=uac'] : [], one.sdp());
    });
    const { body } = await outbound.order();
    expect(await outbound.settled(body['callSid'])).toEqual({ status: 'SUCCESS' });
    const [invite = '', ...refreshes] = await until(
      'the session is refreshed',
      () => {
        const invites = peer.requests('INVITE');
        return invites.length >= 4 && invites;
      },
      30_000,
    );
    const asked = refreshes.map((refresh) => /^Session-Expires: (\d+)/m.exec(refresh)?.[1]);
    expect(asked).toEqual(['4', '4', '5']);
    await until('the last refresh is acknowledged', () => peer.requests('ACK').length >= 4);
    expect(peer.requests('BYE')).toEqual([]);
    peer.bye(invite);
  });
});
