import { createHash } from 'node:crypto';
import { until } from '../support/until.js';
import { webhookFixture } from '../webhooks/support/webhook-fixture.js';
import { CalledPhone } from './support/called-phone.js';
import { OutboundFixture } from './support/outbound-fixture.js';
import { describeWith } from './support/programs.js';

let outbound: OutboundFixture;

beforeAll(async () => {
  outbound = await OutboundFixture.create(
    { ALLOW_PRIVATE_NETWORKS: 'sip,webhooks' },
    { firstAnswerMs: 8_000 },
  );
});
afterEach(() => outbound?.nothingLeft());
afterAll(() => outbound?.close());

describeWith([], describe)('outbound call', () => {
  it.each([
    ['no audio', ''],
    [
      'audio that we do not speak',
      'v=0\r\no=- 1 1 IN IP4 h\r\ns=-\r\nc=IN IP4 192.0.2.1\r\nt=0 0\r\nm=audio 4000 RTP/AVP 18\r\n',
    ],
  ])('answered with %s fails and is hung up', async (_what, sdp) => {
    const peer = await outbound.called((one, invite) => one.answer(invite, 200, [], sdp));
    const { body } = await outbound.order();
    expect(await outbound.settled(body['callSid'])).toEqual({ status: 'FAILURE', reason: 'no_audio' });
    await peer.came('ACK');
    expect(await peer.came('BYE')).toMatch(/^Reason: Q\.850;cause=65/m);
    expect(await outbound.statusOf(body['callSid'])).toMatchObject({ sipStatus: 200 });
    expect(
      await outbound.service.app.prisma.conversation.count({ where: { callSid: String(body['callSid']) } }),
    ).toBe(0);
  });

  it.each([
    ['MD5-sess', ['Digest realm="trunk", nonce="n1", algorithm=MD5-sess, qop="auth"']],
    [
      'SHA-256',
      ['Digest realm="trunk", nonce="n1", algorithm=SHA-256, qop="auth"', 'Digest realm="trunk", nonce="n1"'],
    ],
  ])('logs in by %s when challenged', async (algorithm, challenges) => {
    const headers = challenges.map((challenge) => `WWW-Authenticate: ${challenge}`);
    const peer = await outbound.called(
      (one, invite) => one.answer(invite, /^Authorization: /im.test(invite) ? 486 : 401, headers),
      { loginUsername: 'office', loginPassword: 'correct-horse-7' },
    );
    const { body } = await outbound.order();
    expect(await outbound.settled(body['callSid'])).toEqual({ status: 'FAILURE', reason: 'busy' });
    const [, authorization = ''] = /^Authorization: (.*)$/im.exec(peer.requests('INVITE').at(-1) ?? '') ?? [];
    const field = (name: string) => new RegExp(`${name}="?([^",]+)`).exec(authorization)?.[1] ?? '';
    expect(field('algorithm')).toBe(algorithm);
    const H = (text: string) =>
      createHash(algorithm === 'SHA-256' ? 'sha256' : 'md5')
        .update(text)
        .digest('hex');
    const known = H('office:trunk:correct-horse-7');
    const secret = algorithm === 'MD5-sess' ? H(`${known}:n1:${field('cnonce')}`) : known;
    const asked = H(`INVITE:${field('uri')}`);
    expect(field('response')).toBe(H(`${secret}:n1:00000001:${field('cnonce')}:auth:${asked}`));
  });

  it('reports its SIP status and sends one webhook at its end', async () => {
    const { app, account, request } = outbound.service;
    const { id } = await webhookFixture(app).createEndpoint(account, 'http://127.0.0.1:9/', {
      eventTypes: ['outbound_call.ended'],
    });
    await outbound.called((one, invite) => one.answer(invite, one.requests('INVITE').length > 1 ? 180 : 603));
    const { body } = await outbound.order({ metadata: { name: 'Ada' } });
    await outbound.settled(body['callSid']);
    expect(await outbound.statusOf(body['callSid'])).toEqual({
      ...{ callSid: body['callSid'], status: 'FAILURE', reason: 'rejected', sipStatus: 603 },
    });
    const { body: listed } = await request('GET', '/v1/telephony/outbound-calls?limit=1');
    const waiting = await outbound.order();
    await outbound.cancel(waiting.body['callSid']);
    await outbound.settled(waiting.body['callSid']);
    const events = await app.prisma.webhookDelivery.findMany({
      where: { endpointId: id },
      include: { event: true },
    });
    const told = events.map(
      ({ event }) => JSON.parse(event.body) as { type: string; data: Record<string, unknown> },
    );
    expect(told.map(({ type, data }) => [type, data['callSid']]).sort()).toEqual(
      [body, waiting.body].map(({ callSid }) => ['outbound_call.ended', callSid]).sort(),
    );
    const [row] = listed['outboundCalls'] as object[];
    expect(told.find(({ data }) => data['callSid'] === body['callSid'])?.data).toEqual({
      ...row,
      metadata: { name: 'Ada' },
    });
  });

  it('follows its trunk to another number and to its own server in the same call', async () => {
    const peer = await outbound.called((one, invite) => {
      const isFirst = one.requests('INVITE').length === 1;
      const contact = `Contact: <sip:+442079460999@${one.host}:${one.port}>;q=0.7, <sip:root@192.0.2.7>`;
      if (isFirst) one.answer(invite, 302, [contact]);
      else one.answer(invite, 486);
    });
    const { body } = await outbound.order();
    expect(await outbound.settled(body['callSid'])).toEqual({ status: 'FAILURE', reason: 'busy' });
    const [first = '', second = ''] = peer.requests('INVITE');
    expect(second).toMatch(/^INVITE sip:\+442079460999@/);
    expect(Number(/^CSeq: (\d+)/im.exec(second)?.[1])).toBeGreaterThan(1);
    for (const name of ['To', 'From', 'Call-ID']) {
      const line = new RegExp(`^${name}: .*$`, 'im');
      expect(line.exec(second)?.[0]).toBe(line.exec(first)?.[0]);
    }
  });

  it('follows only the number of a redirection, never a foreign address', async () => {
    const stranger = await CalledPhone.open(() => undefined, undefined, '127.0.0.1');
    const at = `@${stranger.host}:${stranger.port}`;
    const peer = await outbound.called((one, invite) => {
      const contact =
        one.requests('INVITE').length === 1
          ? `<sip:+442079460888${at}>`
          : `<sip:root${at}>, <tel:+19005550100>`;
      one.answer(invite, 302, [`Contact: ${contact}`]);
    });
    const { status, body } = await outbound.order();
    expect([status, body['error']]).toEqual([502, expect.stringContaining('trunk_refused')]);
    const called = peer.requests('INVITE').map((invite) => /^INVITE sip:([^@]+)@/.exec(invite)?.[1]);
    expect([called, stranger.received]).toEqual([['+442079460123', '+442079460888'], []]);
    stranger.close();
  });

  it('is cancelled at the phone by the instance that finds it orphaned', async () => {
    const peer = await outbound.called((one, invite) => one.answer(invite, 180));
    const { body } = await outbound.order();
    const id = String(body['callSid']);
    const { prisma } = outbound.service.app;
    await until('what was sent is kept', async () => {
      const { invite } = await prisma.outboundCall.findUniqueOrThrow({ where: { id } });
      return invite !== null;
    });
    await prisma.outboundCall.update({
      where: { id },
      data: { owner: 'inst_gone', leaseExpiresAt: new Date(0) },
    });
    expect(await outbound.settled(id)).toEqual({ status: 'FAILURE', reason: 'interrupted' });
    const [invite = ''] = peer.requests('INVITE');
    const line = (text: string, name: string) => new RegExp(`^${name}: .*$`, 'im').exec(text)?.[0];
    const cancel = await peer.came('CANCEL');
    for (const name of ['Via', 'From', 'To', 'Call-ID']) expect(line(cancel, name)).toBe(line(invite, name));
  });
});
