import type { AgentDocument } from '../../src/agent-document/index.js';
import { until } from '../support/until.js';
import { type Behaviour, CalledPhone } from './support/called-phone.js';
import { NameServer } from './support/name-server.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { describeWith } from './support/programs.js';

const CALLED = '+442079460123';
const agent: AgentDocument = {
  schemaVersion: 1,
  greeting: 'Hello {{call.name | there}}.',
  languageCode: 'en-US',
};

let fixture: PhoneFixture;
let phone: CalledPhone | undefined;
let names: NameServer;

beforeAll(async () => {
  names = await NameServer.open();
  fixture = await createPhoneFixture(agent, {
    env: {
      SIP_DNS_SERVERS: names.address,
      OUTBOUND_SILENCE_MS: '500',
      OUTBOUND_POLL_MS: '100',
      OUTBOUND_CALLS_PER_SECOND_PER_ACCOUNT: '1000',
    },
    trunk: { allowedAddresses: ['203.0.113.1'] },
  });
});

afterEach(async () => {
  await fixture?.nothingLeft();
  phone?.close();
  phone = undefined;
});

afterAll(async () => {
  await fixture?.close();
  names?.close();
});

const calls = () => `/v1/agents/${fixture.agentId}/telephony/outbound-calls`;
const order = (more: object = {}) =>
  fixture.request('POST', calls(), { toNumber: CALLED, environment: 'live', ...more });

/** A phone that is the server of the account's trunk. */
async function called(behaviour: Behaviour, trunk: object = {}): Promise<CalledPhone> {
  phone = await CalledPhone.open(behaviour);
  const { status, body } = await fixture.request('PATCH', `/v1/telephony/trunks/${fixture.trunkId}`, {
    host: phone.host,
    port: phone.port,
    transport: 'udp',
    loginUsername: null,
    loginPassword: null,
    allowedPrefixes: ['+44'],
    blockedPrefixes: [],
    callerIdentity: 'from',
    quietHours: null,
    maxCalls: 500,
    maxCallsPerSecond: 200,
    ...trunk,
  });
  expect([status, body]).toEqual([200, expect.anything()]);
  return phone;
}

interface Status {
  readonly status: string;
  readonly reason?: string;
}

async function settled(callSid: unknown): Promise<Status> {
  return until('the order is settled', async () => {
    const { body } = await fixture.request('GET', `${calls()}/${String(callSid)}/status`);
    const { status, reason } = body as unknown as Status;
    return ['SUCCESS', 'FAILURE'].includes(status) && { status, ...(reason !== undefined && { reason }) };
  });
}

describeWith([], describe)('an outbound call', () => {
  it('rings, is answered, talks, and ends when the phone hangs up', async () => {
    const peer = await called((one, invite) => {
      one.answer(invite, 100);
      one.answer(invite, 180);
      one.pickUp(invite);
    });
    const { status, body } = await order({ metadata: { name: 'Ada' } });
    expect([status, body]).toEqual([200, { callSid: expect.stringMatching(/^call_/), status: 'QUEUED' }]);
    expect(await settled(body['callSid'])).toEqual({ status: 'SUCCESS' });
    const [invite = ''] = peer.requests('INVITE');
    expect(invite).toMatch(/^INVITE sip:\+442079460123@/);
    expect(invite).toMatch(new RegExp(`^From: .*<sip:\\${NUMBER}@`, 'im'));
    expect(invite).not.toMatch(/^P-Asserted-Identity/im);
    await peer.came('ACK');
    await until('the agent is heard', () => peer.packetsHeard > 20);
    peer.bye(invite);
    const conversation = await until('the call is on record', async () => {
      const found = await fixture.app.prisma.conversation.findFirst({
        where: { callSid: String(body['callSid']) },
        include: { turns: true },
      });
      return found?.endedAt && found;
    });
    expect(conversation).toMatchObject({
      caller: NUMBER,
      callee: CALLED,
      agentId: fixture.agentId,
      environment: 'live',
      endReason: 'client-close',
    });
    expect(conversation.turns[0]?.text).toBe('Hello Ada.');
    const { body: listed } = await fixture.request('GET', '/v1/telephony/outbound-calls?limit=1');
    expect(listed['outboundCalls']).toEqual([
      expect.objectContaining({
        ...{ callSid: body['callSid'], status: 'SUCCESS', reason: null, conversationId: conversation.id },
        ...{ agentId: fixture.agentId, environment: 'live', toNumber: CALLED, fromNumber: NUMBER },
      }),
    ]);
    const { body: others } = await fixture.request('GET', '/v1/telephony/outbound-calls?agentId=agent-other');
    expect(others['outboundCalls']).toEqual([]);
  });

  it.each([
    [486, 'busy'],
    [603, 'rejected'],
    [404, 'unknown_number'],
    [480, 'no_answer'],
  ])('that is refused with %d has failed as %s', async (status, reason) => {
    const peer = await called((one, invite) => {
      one.answer(invite, 180);
      one.answer(invite, status);
    });
    const { body } = await order();
    expect(await settled(body['callSid'])).toEqual({ status: 'FAILURE', reason });
    expect(peer.requests('INVITE')).toHaveLength(1);
    await peer.came('ACK');
  });

  it('that the trunk refuses at once is answered 502, also when the request is repeated', async () => {
    const peer = await called((one, invite) => one.answer(invite, 403));
    const send = () =>
      fetch(`${fixture.app.baseUrl}${calls()}`, {
        method: 'POST',
        headers: {
          'X-API-KEY': fixture.key,
          'Content-Type': 'application/json',
          'Idempotency-Key': 'once',
        },
        body: JSON.stringify({ toNumber: CALLED, environment: 'live' }),
      });
    for (let round = 0; round < 2; round += 1) {
      const answer = await send();
      const body = (await answer.json()) as { error_code: string };
      expect([answer.status, body.error_code]).toEqual([502, 'OUTBOUND_CALL_REFUSED']);
    }
    expect(peer.requests('INVITE')).toHaveLength(1);
  });

  it('logs in where the trunk asks, and shows its number as the trunk wants it', async () => {
    const peer = await called(
      (one, invite) => {
        if (/^Authorization: /im.test(invite)) one.answer(invite, 486);
        else one.answer(invite, 401, ['WWW-Authenticate: Digest realm="trunk", nonce="n1", qop="auth"']);
      },
      { loginUsername: 'office', loginPassword: 'correct-horse-7', callerIdentity: 'asserted' },
    );
    const { body } = await order();
    expect(await settled(body['callSid'])).toEqual({ status: 'FAILURE', reason: 'busy' });
    const invite = peer.requests('INVITE').at(-1) ?? '';
    expect(invite).toMatch(/^Authorization: .*username="office"/im);
    expect(invite).toMatch(/^From: .*<sip:office@/im);
    expect(invite).toMatch(new RegExp(`^P-Asserted-Identity: <sip:\\${NUMBER}@`, 'im'));
  });

  it('that nobody answers is cancelled when its ringing time is over', async () => {
    const peer = await called((one, invite) => one.answer(invite, 180));
    const { body } = await order({ ringSeconds: 5 });
    expect(await settled(body['callSid'])).toEqual({ status: 'FAILURE', reason: 'no_answer' });
    await peer.came('CANCEL');
    await peer.came('ACK');
  });

  it('is given up by CANCEL when it is cancelled', async () => {
    const peer = await called((one, invite) => one.answer(invite, 180));
    const { body } = await order();
    const { status } = await fixture.request('DELETE', `${calls()}/${String(body['callSid'])}`);
    expect(status).toBe(204);
    expect(await settled(body['callSid'])).toEqual({ status: 'FAILURE', reason: 'cancelled' });
    await peer.came('CANCEL');
  });

  it('acknowledges provisional responses that have to arrive', async () => {
    const peer = await called((one, invite) =>
      one.answer(invite, 183, ['Require: 100rel', 'RSeq: 7'], one.sdp()),
    );
    const { body } = await order();
    expect(await peer.came('PRACK')).toMatch(/^RAck: 7 1 INVITE\r$/im);
    const [invite = ''] = peer.requests('INVITE');
    peer.answer(invite, 486);
    expect(await settled(body['callSid'])).toEqual({ status: 'FAILURE', reason: 'busy' });
  });

  it('talks by the SDP of a provisional response where the answer has none', async () => {
    const peer = await called((one, invite) =>
      one.answer(invite, 183, ['Require: 100rel', 'RSeq: 7'], one.sdp()),
    );
    const { body } = await order();
    await peer.came('PRACK');
    const [invite = ''] = peer.requests('INVITE');
    peer.answer(invite, 200);
    expect(await settled(body['callSid'])).toEqual({ status: 'SUCCESS' });
    await until('the agent is heard', () => peer.packetsHeard > 20);
    peer.bye(invite);
  });

  it('refreshes its session as was agreed, also where nobody speaks of it again', async () => {
    const peer = await called((one, invite) => {
      const isFirst = one.requests('INVITE').length === 1;
      one.answer(
        invite,
        200,
        isFirst ? ['Session-Expires: 4;refresher=uac', 'Require: timer'] : [],
        one.sdp(),
      );
    });
    const { body } = await order();
    expect(await settled(body['callSid'])).toEqual({ status: 'SUCCESS' });
    const [invite = '', ...refreshes] = await until('the session is refreshed twice', () => {
      const invites = peer.requests('INVITE');
      return invites.length >= 3 && invites;
    });
    for (const refresh of refreshes) {
      expect(refresh).toMatch(/^Session-Expires: 4;refresher=uac\r$/im);
      expect(refresh).toMatch(/^Supported: .*\btimer\b/im);
    }
    expect(peer.requests('BYE')).toEqual([]);
    peer.bye(invite);
  });

  it('refreshes its session again where the other side changed it at the same time, or wants it longer', async () => {
    const refusals: [status: number, headers: string[]][] = [
      [491, []],
      [422, ['Min-SE: 5']],
    ];
    const peer = await called((one, invite) => {
      const isFirst = one.requests('INVITE').length === 1;
      const refusal = isFirst ? undefined : refusals.shift();
      if (refusal) return one.answer(invite, ...refusal);
      one.answer(invite, 200, isFirst ? ['Session-Expires: 4;refresher=uac'] : [], one.sdp());
    });
    const { body } = await order();
    expect(await settled(body['callSid'])).toEqual({ status: 'SUCCESS' });
    const [invite = '', ...refreshes] = await until('the session is refreshed', () => {
      const invites = peer.requests('INVITE');
      return invites.length >= 4 && invites;
    });
    const asked = refreshes.map((refresh) => /^Session-Expires: (\d+)/m.exec(refresh)?.[1]);
    expect(asked).toEqual(['4', '4', '5']);
    await until('the last refresh is acknowledged', () => peer.requests('ACK').length >= 4);
    expect(peer.requests('BYE')).toEqual([]);
    peer.bye(invite);
  });

  it('that is to be encrypted offers nothing else, and is hung up on where the answer is not', async () => {
    const peer = await called((one, invite) => one.pickUp(invite));
    await order({ encryption: 'required' });
    const invite = await peer.came('INVITE');
    expect(invite).toMatch(/^m=audio \d+ RTP\/SAVP /m);
    expect(invite).toMatch(/^a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:[\w+/]{40}\r$/m);
    expect(await peer.came('BYE')).toMatch(/^Reason: Q\.850;cause=65/m);
    expect(peer.packetsHeard).toBe(0);
  });

  it('to a trunk that is silent has failed as unreachable', async () => {
    await called(() => undefined);
    const { status, body } = await order();
    expect([status, body['error_code']]).toEqual([502, 'OUTBOUND_CALL_REFUSED']);
    expect(body['error']).toContain('unreachable');
  });

  it('is hung up on when it is answered after it was given up', async () => {
    const peer = await called((one, invite) => one.answer(invite, 180));
    const { body } = await order();
    const [invite = ''] = peer.requests('INVITE');
    peer.pickUp(invite);
    await fixture.request('DELETE', `${calls()}/${String(body['callSid'])}`);
    await peer.came('BYE');
  });

  it('waits while its trunk has as many as it may, says so, and is made when one has ended', async () => {
    const peer = await called((one, invite) => one.pickUp(invite), { maxCalls: 1 });
    const orders = [(await order()).body, (await order()).body];
    expect(await settled(orders[0]?.['callSid'])).toEqual({ status: 'SUCCESS' });
    const second = String(orders[1]?.['callSid']);
    const { body } = await fixture.request('GET', `${calls()}/${second}/status`);
    expect(body).toEqual({ callSid: second, status: 'QUEUED', reason: 'limit' });
    expect(peer.requests('INVITE')).toHaveLength(1);
    peer.bye(peer.requests('INVITE')[0] ?? '');
    expect(await settled(second)).toEqual({ status: 'SUCCESS' });
    peer.bye(peer.requests('INVITE')[1] ?? '');
  });

  it('is begun no sooner than its trunk may begin the next one', async () => {
    const begunMs: number[] = [];
    await called(
      (one, invite) => {
        begunMs.push(performance.now());
        one.answer(invite, 486);
      },
      { maxCallsPerSecond: 1 },
    );
    const orders = [(await order()).body, (await order()).body];
    for (const { callSid } of orders) await settled(callSid);
    const [first = 0, second = 0] = begunMs;
    expect(second - first).toBeGreaterThan(950);
  });

  it('waits in quiet hours, and says so', async () => {
    const hour = new Date().getUTCHours();
    const at = (offset: number) => `${String((hour + offset + 24) % 24).padStart(2, '0')}:00`;
    const quietHours = { start: at(-1), end: at(2), timeZone: 'UTC' };
    const peer = await called(() => undefined, { quietHours });
    const { body } = await order();
    const { body: standing } = await fixture.request('GET', `${calls()}/${String(body['callSid'])}/status`);
    expect(standing).toEqual({ callSid: body['callSid'], status: 'QUEUED', reason: 'quiet_hours' });
    await fixture.request('DELETE', `${calls()}/${String(body['callSid'])}`);
    expect(await settled(body['callSid'])).toEqual({ status: 'FAILURE', reason: 'cancelled' });
    expect(peer.requests('INVITE')).toHaveLength(0);
  });

  it.each([
    ['a number that no trunk may call', { toNumber: '+33123456789' }, 'OUTBOUND_CALLS_NUMBER_NOT_ALLOWED'],
    ['a number that is blocked', { toNumber: '+449098790000' }, 'OUTBOUND_CALLS_NUMBER_NOT_ALLOWED'],
    [
      'a national number without its country',
      { toNumber: '02079460123' },
      'OUTBOUND_CALLS_VALIDATION_FAILED',
    ],
    [
      'somebody else’s number as its own',
      { fromNumber: '+442079469999' },
      'OUTBOUND_CALLS_VALIDATION_FAILED',
    ],
    ['an environment without numbers', { environment: 'sandbox' }, 'OUTBOUND_CALLS_VALIDATION_FAILED'],
    ['values that are no values', { metadata: { text: {} } }, 'OUTBOUND_CALLS_VALIDATION_FAILED'],
  ])('is refused for %s', async (_what, more, code) => {
    const peer = await called(() => undefined, { blockedPrefixes: ['+4490'] });
    const { status, body } = await order(more);
    expect([status, body['error_code']]).toEqual([400, code]);
    expect(peer.requests('INVITE')).toHaveLength(0);
  });
});

describeWith([], describe)('the servers of a trunk that is a name', () => {
  const [SERVICE, FIRST, SECOND] = ['_sip._udp.calls.test', 'one.calls.test', 'two.calls.test'];

  /** NAPTR leads to SRV, SRV to two servers in order, and these to addresses. */
  const domain = (first: CalledPhone, second: CalledPhone, naptr = true) => [
    ...(naptr ? [naptrOf('SIP+D2T', 10, '_sip._tcp.calls.test'), naptrOf('SIP+D2U', 20, SERVICE)] : []),
    {
      name: SERVICE,
      type: 'SRV' as const,
      data: { priority: 20, weight: 0, port: second.port, target: SECOND },
    },
    {
      name: SERVICE,
      type: 'SRV' as const,
      data: { priority: 10, weight: 5, port: first.port, target: FIRST },
    },
    { name: FIRST, type: 'A' as const, data: first.host },
    { name: SECOND, type: 'A' as const, data: second.host },
  ];
  const naptrOf = (services: string, order: number, replacement: string) => ({
    name: 'calls.test',
    type: 'NAPTR' as const,
    data: { order, preference: 10, flags: 's', services, regexp: '', replacement },
  });

  it.each([
    ['is silent, by NAPTR and SRV', () => undefined, true],
    ['has no room, by SRV alone', (one: CalledPhone, invite: string) => one.answer(invite, 503), false],
  ] as const)(
    'are tried one after the other, the next where the first %s',
    async (_, behaviour, hasNaptr) => {
      const first = await CalledPhone.open(behaviour);
      const second = await called((one, invite) => one.answer(invite, 486), {
        host: 'calls.test',
        port: null,
      });
      names.records = domain(first, second, hasNaptr);
      names.asked.length = 0;
      try {
        const { body } = await order();
        expect(await settled(body['callSid'])).toEqual({ status: 'FAILURE', reason: 'busy' });
        expect([first.requests('INVITE').length, second.requests('INVITE').length]).toEqual([1, 1]);
        // One call to whoever is called, whichever server carries it.
        const callIds = [first, second].map(
          (one) => /^Call-ID: (.*)$/im.exec(one.requests('INVITE')[0] ?? '')?.[1],
        );
        expect(callIds[0]).toBe(callIds[1]);
        expect(names.asked).toContain('NAPTR calls.test');
        expect(names.asked).toContain(`A ${SECOND}`);
        expect(names.asked).not.toContain('SRV _sip._tcp.calls.test');
      } finally {
        first.close();
        await fixture.request('PATCH', `/v1/telephony/trunks/${fixture.trunkId}`, {
          host: second.host,
          port: 5_999,
        });
      }
    },
  );
});
