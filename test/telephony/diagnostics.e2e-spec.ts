import dgram from 'node:dgram';
import { once } from 'node:events';
import { hasOwnAddress } from '../support/own-address.js';
import { until } from '../support/until.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { RawPhone } from './support/raw-phone.js';

const NOBODY = '+442079469999';
const LOGIN = { username: 'desk-7', password: 'correct-horse-7' };
const KEY = 'dEqpO7RgmMamQxQ8S8WFAVE5FOaOEsexwRz74Ql5';
/** Header sizes of pcap, and of IPv4 and UDP before each message. */
const [FILE_HEAD, RECORD_HEAD, PACKET_HEAD] = [24, 16, 28];

let fixture: PhoneFixture;
let collector: dgram.Socket;
const told: Buffer[] = [];
const phones: RawPhone[] = [];

beforeAll(async () => {
  collector = dgram.createSocket('udp4');
  collector.bind(0, '127.0.0.1');
  await once(collector, 'listening');
  collector.on('message', (packet) => told.push(packet));
  fixture = await createPhoneFixture(
    { schemaVersion: 1, greeting: 'Hello.', languageCode: 'en-US' },
    {
      env: {
        SIP_HEP_ADDRESS: `127.0.0.1:${collector.address().port}`,
        SIP_HEP_KEY: 'homer',
        SIP_HEP_ID: '77',
      },
    },
  );
});
afterEach(() => {
  for (const phone of phones.splice(0)) phone.close();
});
afterAll(async () => {
  await fixture?.close();
  collector?.close();
});

async function phone(): Promise<RawPhone> {
  const made = await RawPhone.open(fixture.host, fixture);
  phones.push(made);
  return made;
}

async function call(
  use: (caller: RawPhone) => Promise<void> = async () => undefined,
  sdp?: string,
): Promise<RawPhone> {
  const caller = await phone();
  caller.invite(NUMBER, [], sdp);
  await caller.answered('INVITE', 200);
  caller.ack(NUMBER);
  await use(caller);
  caller.bye(NUMBER);
  await caller.answered('BYE', 200);
  return caller;
}

const pathOf = (trunkId = fixture.trunkId) => `/v1/telephony/trunks/${trunkId}`;

interface Refusal {
  readonly callId: string;
  readonly status: number;
  readonly cause: string;
  readonly reason: string;
  readonly caller: string | null;
  readonly called: string | null;
  readonly address: string;
}

const refusalOf = (caller: RawPhone) =>
  until('the refusal is listed', async () => {
    const { body } = await fixture.request('GET', `${pathOf()}/refusals`);
    return (body['refusals'] as Refusal[]).find(({ callId }) => callId === caller.callId);
  });

interface Message {
  readonly direction: string;
  readonly callId: string;
  readonly text: string;
}

const traceOf = async (caller: RawPhone) => {
  const { body } = await fixture.request('GET', `${pathOf()}/trace?callId=${caller.callId}`);
  return body['messages'] as Message[];
};

const countOf = async (cause: string) => {
  const metrics = await (await fetch(`${fixture.app.baseUrl}/metrics`)).text();
  const line = new RegExp(`^earshot_sip_calls_refused_total\\{.*cause="${cause}".*\\} (\\d+)$`, 'm');
  return Number(line.exec(metrics)?.[1] ?? 0);
};

const suite = hasOwnAddress() ? describe : describe.skip;

suite('rejected call', () => {
  it.each([
    [
      'no-common-codec',
      488,
      305,
      'none of the codecs opus, G722, PCMU, PCMA',
      'm=audio 40000 RTP/AVP 18',
      NUMBER,
    ],
    ['no-audio', 488, 304, 'no enabled audio', 'm=video 40000 RTP/AVP 96', NUMBER],
    ['unsupported-transport', 488, 302, 'RTP/AVP or RTP/SAVP', 'm=audio 9 UDP/TLS/RTP/SAVPF 0', NUMBER],
    ['unknown-number', 404, 399, NOBODY, 'm=audio 40000 RTP/AVP 0', NOBODY],
  ])('is listed, counted and reported as %s', async (cause, status, code, words, media, number) => {
    const before = await countOf(cause);
    const caller = await phone();
    caller.invite(number, [], caller.sdp().replace(/m=audio.*/, media));
    const { text } = await caller.answered('INVITE', status);
    caller.ack(number);
    expect(/^Warning: (\d+) sip "(.*)"\r$/m.exec(text)?.slice(1)).toEqual([
      String(code),
      expect.stringContaining(words),
    ]);
    const refusal = await refusalOf(caller);
    expect(refusal).toMatchObject({
      status,
      cause,
      caller: '+15550100',
      called: number,
      address: fixture.host,
    });
    expect(refusal.reason).toContain(words);
    expect(await countOf(cause)).toBe(before + 1);
  });

  it('is listed with its required extension before parsing', async () => {
    const caller = await phone();
    caller.invite(NUMBER, ['Require: siprec']);
    await caller.answered('INVITE', 420);
    expect(await refusalOf(caller)).toMatchObject({ status: 420, cause: 'extension' });
  });

  it('is hidden from other accounts', async () => {
    const key = await fixture.app.createKey(await fixture.app.createAccount());
    for (const path of ['refusals', 'trace', 'trace?format=pcap']) {
      const response = await fetch(`${fixture.app.baseUrl}${pathOf()}/${path}`, {
        headers: { 'X-API-KEY': key },
      });
      expect(response.status).toBe(404);
    }
  });
});

suite('traced trunk', () => {
  beforeAll(() => fixture.request('PUT', `${pathOf()}/trace`, { minutes: 30 }));

  it('has the messages of a call in order, without its keys', async () => {
    const srtp = (caller: RawPhone) =>
      caller
        .sdp()
        .replace('RTP/AVP', 'RTP/SAVP')
        .replace('a=sendrecv', `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${KEY}`);
    const caller = await call(
      async (one) => {
        one.info(NUMBER, 'Signal=7\r\nDuration=160\r\n');
        await one.answered('INFO', 200);
      },
      srtp(await phone()),
    );
    const messages = await until('all is kept', async () => {
      const found = await traceOf(caller);
      return found.some(({ text }) => /^SIP\/2\.0 200[^]*CSeq: \d+ BYE/.test(text)) && found;
    });
    const said = messages.map(({ direction, text }) => `${direction} ${text.split(/[ \r]/, 2).join(' ')}`);
    expect(
      said.filter((line, index) => line !== said[index - 1]).map((line) => line.split(' sip:')[0]),
    ).toEqual(
      expect.arrayContaining(
        ['in INVITE', 'out SIP/2.0 100', 'out SIP/2.0 200', 'in ACK', 'in INFO', 'in BYE'].map((line) =>
          expect.stringContaining(line),
        ),
      ),
    );
    const all = messages.map(({ text }) => text).join('\n');
    expect(all).toContain('inline:xxxx');
    expect(all).toContain('Signal=x');
    expect(all).not.toContain(KEY);
    expect(all).not.toMatch(/inline:[^x]/);
  });

  it('exports text and pcap', async () => {
    const caller = await call();
    const wanted = await until('all is kept', async () => {
      const found = await traceOf(caller);
      return found.length >= 6 && found;
    });
    const file = async (format: string) => {
      const url = `${fixture.app.baseUrl}${pathOf()}/trace?format=${format}&callId=${caller.callId}`;
      const response = await fetch(url, { headers: { 'X-API-KEY': fixture.key } });
      expect(response.headers.get('content-disposition')).toMatch(/attachment; filename="trk_/);
      return Buffer.from(await response.arrayBuffer());
    };
    const texts = wanted.map(({ text }) => text);
    const text = (await file('text')).toString();
    for (const one of texts) expect(text).toContain(one);
    const pcap = await file('pcap');
    expect(pcap.readUInt32LE(0)).toBe(0xa1b2c3d4);
    const packets: string[] = [];
    for (let at = FILE_HEAD; at < pcap.length;) {
      const length = pcap.readUInt32LE(at + 8);
      packets.push(pcap.subarray(at + RECORD_HEAD + PACKET_HEAD, at + RECORD_HEAD + length).toString());
      at += RECORD_HEAD + length;
    }
    expect(packets).toEqual(texts);
  });

  it('has the challenge and the login without credentials', async () => {
    const made = await fixture.request('POST', '/v1/telephony/trunks', { name: 'Desk', ...LOGIN });
    const trunkId = String(made.body['trunkId']);
    await fixture.request('PUT', `${pathOf(trunkId)}/trace`, { minutes: 5 });
    const caller = await phone();
    const wrong = `Digest username="${LOGIN.username}", realm="sip", nonce="n.n", uri="sip:x", response="0123456789abcdef0123456789abcdef"`;
    caller.invite(NUMBER, [`Authorization: ${wrong}`]);
    await caller.answered('INVITE', 401);
    expect(told.some((packet) => packet.includes('0123456789abcdef'))).toBe(false);
    await fixture.request('DELETE', pathOf(trunkId));
  });

  it('ends when switched off', async () => {
    const { body } = await fixture.request('PUT', `${pathOf()}/trace`, { minutes: 0 });
    expect(body).toEqual({ until: null });
    const caller = await call();
    const last = await phone();
    last.invite(NOBODY);
    await last.answered('INVITE', 404);
    // The call's messages would be stored by now.
    await refusalOf(last);
    expect(await traceOf(caller)).toEqual([]);
  });

  it('is traced for at most a day', async () => {
    const { status, body } = await fixture.request('PUT', `${pathOf()}/trace`, { minutes: 1_441 });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('minutes')]);
  });
});

suite('collector of SIP messages', () => {
  it('is sent by HEP version 3 with addresses, ports, node id, password and message', async () => {
    const caller = await call();
    const packet = await until('it is told', () =>
      told.find((one) => one.includes(caller.callId) && one.includes('BYE sip:')),
    );
    expect(packet.subarray(0, 4).toString()).toBe('HEP3');
    expect(packet.readUInt16BE(4)).toBe(packet.length);
    const chunks = new Map<number, Buffer>();
    for (let at = 6; at < packet.length;) {
      const length = packet.readUInt16BE(at + 4);
      chunks.set(packet.readUInt16BE(at + 2), packet.subarray(at + 6, at + length));
      at += length;
    }
    const [source, target] = [chunks.get(7)?.readUInt16BE(), chunks.get(8)?.readUInt16BE()];
    expect([source, target]).toEqual([caller.port, fixture.port]);
    expect([...(chunks.get(3) ?? [])].join('.')).toBe(fixture.host);
    expect([chunks.get(0x0b)?.readUInt8(), chunks.get(0x0c)?.readUInt32BE()]).toEqual([1, 77]);
    expect([String(chunks.get(0x0e)), String(chunks.get(0x11))]).toEqual(['homer', caller.callId]);
    expect(String(chunks.get(0x0f))).toMatch(/^BYE sip:/);
  });
});
