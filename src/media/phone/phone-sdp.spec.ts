import { parsePhoneSdp } from './phone-sdp.js';
import { writePhoneAnswer, writePhoneOffer } from './write-sdp.js';

const ALL = ['opus', 'PCMU', 'PCMA'] as const;
const KEY = Buffer.alloc(30, 7).toString('base64');

const offer = (
  lines: readonly string[] = [],
  { media = 'm=audio 4000 RTP/AVP 0 8 101', connection = 'c=IN IP4 198.51.100.7' } = {},
) =>
  [
    'v=0',
    'o=- 1 1 IN IP4 198.51.100.7',
    's=-',
    connection,
    't=0 0',
    media,
    'a=rtpmap:101 telephone-event/8000',
    ...lines,
    '',
  ].join('\r\n');

const own = (secure = false) => ({
  originId: 1,
  version: 1,
  address: '203.0.113.1',
  port: 10_000,
  direction: 'sendrecv' as const,
  crypto: secure ? { tag: 2, key: Buffer.alloc(30, 9) } : undefined,
  maxPlaybackRateHz: 16_000,
});

function parsed(sdp: string, codecs: readonly ('opus' | 'PCMU' | 'PCMA')[] = ALL) {
  const outcome = parsePhoneSdp(sdp, codecs);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

describe('phone SDP', () => {
  it('offers the address, common codecs in its own order and DTMF', () => {
    const { address, port, controlPort, codecs, keys, direction } = parsed(offer(), ['PCMA', 'PCMU']);
    expect({ address, port, controlPort, direction }).toEqual({
      address: '198.51.100.7',
      port: 4_000,
      controlPort: 4_001,
      direction: 'sendrecv',
    });
    expect(codecs.map(({ name }) => name)).toEqual(['PCMU', 'PCMA']);
    expect([...keys]).toEqual([[8_000, 101]]);
  });

  it.each([
    ['a=sendonly', 'sendonly'],
    ['a=inactive', 'inactive'],
    ['c=IN IP4 0.0.0.0', 'inactive'],
  ])('puts the call on hold with %s', (line, direction) => {
    expect(parsed(offer([line])).direction).toBe(direction);
  });

  it.each([
    ['no audio', offer([], { media: 'm=video 4000 RTP/AVP 96' }), 'NO_AUDIO'],
    ['a disabled section', offer([], { media: 'm=audio 0 RTP/AVP 0' }), 'NO_AUDIO'],
    ['none of our codecs', offer([], { media: 'm=audio 4000 RTP/AVP 18' }), 'NO_COMMON_CODEC'],
    [
      'the transport of browsers',
      offer([], { media: 'm=audio 4000 UDP/TLS/RTP/SAVPF 0' }),
      'UNSUPPORTED_TRANSPORT',
    ],
    ['encryption without a key', offer([], { media: 'm=audio 4000 RTP/SAVP 0' }), 'UNSUPPORTED_TRANSPORT'],
    ['a name for an address', offer([], { connection: 'c=IN IP4 phone.example.com' }), 'MALFORMED_SDP'],
    ['a group address', offer([], { connection: 'c=IN IP4 224.2.1.1/127' }), 'MALFORMED_SDP'],
    ['an impossible port', offer([], { media: 'm=audio 99999 RTP/AVP 0' }), 'MALFORMED_SDP'],
    ['no SDP', 'hello', 'MALFORMED_SDP'],
  ])('is rejected with %s', (_, sdp, code) => {
    expect(parsePhoneSdp(sdp, ALL)).toMatchObject({ ok: false, refusal: { code } });
  });

  it.each([
    ['a TTL behind the address', 'c=IN IP4 198.51.100.7', 'c=IN IP4 198.51.100.7/127'],
    ['blanks and capitals', 'm=audio 4000 RTP/AVP 0 8 101', 'm=AUDIO  4000 rtp/avp 0  8 101 '],
    ['a number of ports', 'm=audio 4000 RTP/AVP 0 8 101', 'm=audio 4000/2 RTP/AVP 0 8 101'],
    ['blanks in attributes', 'a=rtpmap:101 telephone-event/8000', 'a=RtpMap: 101  TELEPHONE-EVENT/8000 '],
    ['an empty line before it', 'v=0', '\r\nv=0'],
  ])('is parsed with %s', (_, right, written) => {
    const sdp = offer();
    expect(sdp).toContain(right);
    expect(parsed(sdp.replace(right, written))).toEqual(parsed(sdp));
  });

  it('offering encrypted and plain audio uses the first usable section', () => {
    const media =
      'm=audio 4000 RTP/SAVP 0\r\na=crypto:1 AES_256_CM_HMAC_SHA1_80 inline:x\r\nm=audio 4002 RTP/AVP 0';
    expect(parsed(offer([], { media }))).toMatchObject({ audioIndex: 1, port: 4_002, protocol: 'RTP/AVP' });
    const other = `m=audio 4000 RTP/AVP 0\r\nm=audio 4002 RTP/SAVP 0\r\na=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${KEY}`;
    expect(parsePhoneSdp(offer([], { media: other }), ALL, true)).toMatchObject({
      ok: true,
      value: { port: 4_002 },
    });
  });

  it('uses the first supported key', () => {
    const lines = [
      `a=crypto:1 AES_256_CM_HMAC_SHA1_80 inline:${KEY}`,
      `a=crypto:2 AES_CM_128_HMAC_SHA1_80 inline:${KEY}|2^31`,
    ];
    const { crypto } = parsed(offer(lines, { media: 'm=audio 4000 RTP/SAVP 0' }));
    expect(crypto).toEqual({ tag: 2, key: Buffer.alloc(30, 7) });
  });

  it('answers with one codec and rejects all other sections', () => {
    const sdp = `${offer()}m=video 5000 RTP/AVP 99\r\n`;
    const remote = parsed(sdp, ['PCMU']);
    const [codec] = remote.codecs;
    if (!codec) throw new Error('no codec');
    const answer = writePhoneAnswer(remote, { codec, keys: { payloadType: 101, clockRateHz: 8_000 } }, own());
    expect(answer.match(/^m=.*$/gm)).toEqual(['m=audio 10000 RTP/AVP 0 101', 'm=video 0 RTP/AVP 99']);
    expect(answer).not.toContain('crypto');
    expect(parsed(answer)).toMatchObject({ address: '203.0.113.1', port: 10_000 });
  });

  it('is parsed back from our own offer, encrypted or not', () => {
    expect(parsed(writePhoneOffer(ALL, own())).codecs.map(({ name }) => name)).toEqual(ALL);
    const known = {
      codecs: [{ name: 'PCMU' as const, payloadType: 0 }],
      keys: { payloadType: 96, clockRateHz: 8_000 },
    };
    expect(writePhoneOffer(ALL, own(), known)).toMatch(/^m=audio 10000 RTP\/AVP 97 0 8 96\r$/m);
    expect(parsed(writePhoneOffer(ALL, own(true))).crypto).toEqual({ tag: 2, key: Buffer.alloc(30, 9) });
  });
});
