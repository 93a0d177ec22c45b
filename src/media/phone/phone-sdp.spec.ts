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

describe('the SDP of a phone', () => {
  it('says where it listens, what it speaks in our order, and how it sends keys', () => {
    const { address, port, controlPort, codecs, keys, direction } = parsed(offer(), ['PCMA', 'PCMU']);
    expect({ address, port, controlPort, direction }).toEqual({
      address: '198.51.100.7',
      port: 4_000,
      controlPort: 4_001,
      direction: 'sendrecv',
    });
    expect(codecs.map(({ name }) => name)).toEqual(['PCMA', 'PCMU']);
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
  ])('is refused with %s', (_, sdp, code) => {
    expect(parsePhoneSdp(sdp, ALL)).toMatchObject({ ok: false, refusal: { code } });
  });

  it('brings the first key that it can use', () => {
    const lines = [
      `a=crypto:1 AES_256_CM_HMAC_SHA1_80 inline:${KEY}`,
      `a=crypto:2 AES_CM_128_HMAC_SHA1_80 inline:${KEY}|2^31`,
    ];
    const { crypto } = parsed(offer(lines, { media: 'm=audio 4000 RTP/SAVP 0' }));
    expect(crypto).toEqual({ tag: 2, key: Buffer.alloc(30, 7) });
  });

  it('is answered with one codec and the same sections, of which all others are refused', () => {
    const sdp = `${offer()}m=video 5000 RTP/AVP 99\r\n`;
    const remote = parsed(sdp, ['PCMU']);
    const [codec] = remote.codecs;
    if (!codec) throw new Error('no codec');
    const answer = writePhoneAnswer(remote, { codec, keys: { payloadType: 101, clockRateHz: 8_000 } }, own());
    expect(answer.match(/^m=.*$/gm)).toEqual(['m=audio 10000 RTP/AVP 0 101', 'm=video 0 RTP/AVP 99']);
    expect(answer).not.toContain('crypto');
    expect(parsed(answer)).toMatchObject({ address: '203.0.113.1', port: 10_000 });
  });

  it('can be read back from an offer of ours, encrypted or not', () => {
    expect(parsed(writePhoneOffer(ALL, own())).codecs.map(({ name }) => name)).toEqual(ALL);
    expect(parsed(writePhoneOffer(ALL, own(true))).crypto).toEqual({ tag: 2, key: Buffer.alloc(30, 9) });
  });
});
