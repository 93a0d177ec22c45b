import { until } from '../support/until.js';
import { CalledPhone } from './support/called-phone.js';
import { NameServer } from './support/name-server.js';
import { CALLED, OutboundFixture } from './support/outbound-fixture.js';
import { NUMBER } from './support/phone-fixture.js';
import { describeWith } from './support/programs.js';

let outbound: OutboundFixture;
let names: NameServer;

beforeAll(async () => {
  names = await NameServer.open();
  // A busy machine has time to refuse a call in between.
  const patience = { silenceMs: 1_500, firstAnswerMs: 8_000 };
  outbound = await OutboundFixture.create({ SIP_DNS_SERVERS: names.address }, patience);
});
afterEach(() => outbound?.nothingLeft());
afterAll(async () => {
  await outbound?.close();
  names?.close();
});

describeWith([], describe)('outbound call', () => {
  it('rings, is answered, talks and ends when the phone hangs up', async () => {
    const { app, agentId, request } = outbound.service;
    const peer = await outbound.called((one, invite) => {
      one.answer(invite, 100);
      one.answer(invite, 180);
      one.pickUp(invite);
    });
    const { status, body } = await outbound.order({ metadata: { name: 'Ada' } });
    expect([status, body]).toEqual([200, { callSid: expect.stringMatching(/^call_/), status: 'QUEUED' }]);
    expect(await outbound.settled(body['callSid'])).toEqual({ status: 'SUCCESS' });
    const [invite = ''] = peer.requests('INVITE');
    expect(invite).toMatch(/^INVITE sip:\+442079460123@/);
    expect(invite).toMatch(new RegExp(`^From: .*<sip:\\${NUMBER}@`, 'im'));
    expect(invite).not.toMatch(/^P-Asserted-Identity/im);
    await peer.came('ACK');
    await until('the agent is heard', () => peer.packetsHeard > 20);
    peer.bye(invite);
    const conversation = await until('the call is on record', async () => {
      const found = await app.prisma.conversation.findFirst({
        where: { callSid: String(body['callSid']) },
        include: { turns: true },
      });
      return found?.endedAt && found;
    });
    expect(conversation).toMatchObject({
      caller: NUMBER,
      callee: CALLED,
      agentId,
      environment: 'live',
      endReason: 'client-close',
    });
    expect(conversation.turns[0]?.text).toBe('Hello Ada.');
    const { body: listed } = await request('GET', '/v1/telephony/outbound-calls?limit=1');
    expect(listed['outboundCalls']).toEqual([
      expect.objectContaining({
        ...{ callSid: body['callSid'], status: 'SUCCESS', reason: null, conversationId: conversation.id },
        ...{ agentId, environment: 'live', toNumber: CALLED, fromNumber: NUMBER },
      }),
    ]);
    const { body: others } = await request('GET', '/v1/telephony/outbound-calls?agentId=agent-other');
    expect(others['outboundCalls']).toEqual([]);
  });

  it.each([
    [486, 'busy'],
    [603, 'rejected'],
    [404, 'unknown_number'],
    [480, 'no_answer'],
  ])('refused with %d fails as %s', async (status, reason) => {
    const peer = await outbound.called((one, invite) => {
      one.answer(invite, 180);
      one.answer(invite, status);
    });
    const { body } = await outbound.order();
    expect(await outbound.settled(body['callSid'])).toEqual({ status: 'FAILURE', reason });
    expect(peer.requests('INVITE')).toHaveLength(1);
    await peer.came('ACK');
  });

  it('refused by the trunk immediately answers 502, also for a repeated request', async () => {
    const peer = await outbound.called((one, invite) => one.answer(invite, 403));
    const send = () =>
      fetch(`${outbound.service.app.baseUrl}${outbound.path}`, {
        method: 'POST',
        headers: {
          'X-API-KEY': outbound.service.key,
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

  it("logs in when challenged and sends its number in the trunk's format", async () => {
    const peer = await outbound.called(
      (one, invite) => {
        if (/^Authorization: /im.test(invite)) one.answer(invite, 486);
        else one.answer(invite, 401, ['WWW-Authenticate: Digest realm="trunk", nonce="n1", qop="auth"']);
      },
      { loginUsername: 'office', loginPassword: 'correct-horse-7', callerIdentity: 'asserted' },
    );
    const { body } = await outbound.order();
    expect(await outbound.settled(body['callSid'])).toEqual({ status: 'FAILURE', reason: 'busy' });
    const invite = peer.requests('INVITE').at(-1) ?? '';
    expect(invite).toMatch(/^Authorization: .*username="office"/im);
    expect(invite).toMatch(/^From: .*<sip:office@/im);
    expect(invite).toMatch(new RegExp(`^P-Asserted-Identity: <sip:\\${NUMBER}@`, 'im'));
  });

  it('sends CANCEL when cancelled', async () => {
    const peer = await outbound.called((one, invite) => one.answer(invite, 180));
    const { body } = await outbound.order();
    const { status } = await outbound.cancel(body['callSid']);
    expect(status).toBe(204);
    expect(await outbound.settled(body['callSid'])).toEqual({ status: 'FAILURE', reason: 'cancelled' });
    await peer.came('CANCEL');
  });

  it('acknowledges reliable provisional responses', async () => {
    const peer = await outbound.called((one, invite) =>
      one.answer(invite, 183, ['Require: 100rel', 'RSeq: 7'], one.sdp()),
    );
    const { body } = await outbound.order();
    expect(await peer.came('PRACK')).toMatch(/^RAck: 7 1 INVITE\r$/im);
    const [invite = ''] = peer.requests('INVITE');
    peer.answer(invite, 486);
    expect(await outbound.settled(body['callSid'])).toEqual({ status: 'FAILURE', reason: 'busy' });
  });

  it('uses the SDP of a provisional response when the answer has none', async () => {
    const peer = await outbound.called((one, invite) =>
      one.answer(invite, 183, ['Require: 100rel', 'RSeq: 7'], one.sdp()),
    );
    const { body } = await outbound.order();
    await peer.came('PRACK');
    const [invite = ''] = peer.requests('INVITE');
    peer.answer(invite, 200);
    expect(await outbound.settled(body['callSid'])).toEqual({ status: 'SUCCESS' });
    await until('the agent is heard', () => peer.packetsHeard > 20);
    peer.bye(invite);
  });

  it('with required encryption offers only SRTP, and hangs up on a plain answer', async () => {
    const peer = await outbound.called((one, invite) => one.pickUp(invite));
    await outbound.order({ encryption: 'required' });
    const invite = await peer.came('INVITE');
    expect(invite).toMatch(/^m=audio \d+ RTP\/SAVP /m);
    expect(invite).toMatch(/^a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:[\w+/]{40}\r$/m);
    expect(await peer.came('BYE')).toMatch(/^Reason: Q\.850;cause=65/m);
    expect(peer.packetsHeard).toBe(0);
  });

  it('to a silent trunk fails as unreachable', async () => {
    await outbound.called(() => undefined);
    const { status, body } = await outbound.order();
    expect([status, body['error_code']]).toEqual([502, 'OUTBOUND_CALL_REFUSED']);
    expect(body['error']).toContain('unreachable');
  });

  it('is hung up when answered after cancellation', async () => {
    const peer = await outbound.called((one, invite) => one.answer(invite, 180));
    const { body } = await outbound.order();
    const [invite = ''] = peer.requests('INVITE');
    peer.pickUp(invite);
    await outbound.cancel(body['callSid']);
    await peer.came('BYE');
  });

  it("waits at its trunk's call limit, reports it and is dialled when one ends", async () => {
    const peer = await outbound.called((one, invite) => one.pickUp(invite), { maxCalls: 1 });
    const orders = [(await outbound.order()).body, (await outbound.order()).body];
    expect(await outbound.settled(orders[0]?.['callSid'])).toEqual({ status: 'SUCCESS' });
    const second = String(orders[1]?.['callSid']);
    await until('the second order waits for the first', async () => {
      const { status, reason } = await outbound.statusOf(second);
      return status === 'QUEUED' && reason === 'limit';
    });
    expect(peer.requests('INVITE')).toHaveLength(1);
    peer.bye(peer.requests('INVITE')[0] ?? '');
    expect(await outbound.settled(second)).toEqual({ status: 'SUCCESS' });
    peer.bye(peer.requests('INVITE')[1] ?? '');
  });

  it("starts no sooner than its trunk's rate allows", async () => {
    let lastMs = 0;
    await outbound.called(
      (one, invite) => {
        lastMs = performance.now();
        one.answer(invite, 486);
      },
      { maxCallsPerSecond: 1 },
    );
    const orderedMs = performance.now();
    const orders = [(await outbound.order()).body, (await outbound.order()).body];
    for (const { callSid } of orders) await outbound.settled(callSid);
    expect(lastMs - orderedMs).toBeGreaterThan(950);
  });

  it('waits in quiet hours and reports it', async () => {
    const hour = new Date().getUTCHours();
    const at = (offset: number) => `${String((hour + offset + 24) % 24).padStart(2, '0')}:00`;
    const quietHours = { start: at(-1), end: at(2), timeZone: 'UTC' };
    const peer = await outbound.called(() => undefined, { quietHours });
    const { body } = await outbound.order();
    const standing = await outbound.statusOf(body['callSid']);
    expect(standing).toEqual({ callSid: body['callSid'], status: 'QUEUED', reason: 'quiet_hours' });
    await outbound.cancel(body['callSid']);
    expect(await outbound.settled(body['callSid'])).toEqual({ status: 'FAILURE', reason: 'cancelled' });
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
    [
      'a message with a place of another platform',
      { answeringMachine: { action: 'leave_message', message: 'Hello {{first-name}}.' } },
      'OUTBOUND_CALLS_VALIDATION_FAILED',
    ],
  ])('is rejected for %s', async (_what, more, code) => {
    const peer = await outbound.called(() => undefined, { blockedPrefixes: ['+4490'] });
    const { status, body } = await outbound.order(more);
    expect([status, body['error_code']]).toEqual([400, code]);
    expect(peer.requests('INVITE')).toHaveLength(0);
  });
});

describeWith([], describe)('servers of a trunk with a domain name', () => {
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
  ] as const)('are tried in order, the next when the first %s', async (_, behaviour, hasNaptr) => {
    const first = await CalledPhone.open(behaviour);
    const second = await outbound.called((one, invite) => one.answer(invite, 486), {
      host: 'calls.test',
      port: null,
    });
    names.records = domain(first, second, hasNaptr);
    names.asked.length = 0;
    try {
      const { body } = await outbound.order();
      expect(await outbound.settled(body['callSid'])).toEqual({ status: 'FAILURE', reason: 'busy' });
      expect([first.requests('INVITE').length, second.requests('INVITE').length]).toEqual([1, 1]);
      // One call from the callee's view, over any server.
      const callIds = [first, second].map(
        (one) => /^Call-ID: (.*)$/im.exec(one.requests('INVITE')[0] ?? '')?.[1],
      );
      expect(callIds[0]).toBe(callIds[1]);
      expect(names.asked).toContain('NAPTR calls.test');
      expect(names.asked).toContain(`A ${SECOND}`);
      expect(names.asked).not.toContain('SRV _sip._tcp.calls.test');
    } finally {
      first.close();
      const { request, trunkId } = outbound.service;
      await request('PATCH', `/v1/telephony/trunks/${trunkId}`, { host: second.host, port: 5_999 });
    }
  });
});
