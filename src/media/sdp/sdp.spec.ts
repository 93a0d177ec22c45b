import { readFileSync } from 'node:fs';
import sdpTransform from 'sdp-transform';
import { type AnswerTerms, buildAnswer, candidateLine, reverseDirection } from './build-answer.js';
import type { AudioOffer } from './offer.js';
import { parseOffer } from './parse-offer.js';
import { isRemoteCandidate } from './remote-candidate.js';

const read = (name: string) =>
  readFileSync(new URL(`../../../test/media/fixtures/${name}.sdp`, import.meta.url), 'utf8');

function accepted(sdp: string): AudioOffer {
  const parsed = parseOffer(sdp);
  if (!parsed.ok) throw new Error(parsed.refusal.message);
  return parsed.value;
}

function refusalOf(sdp: string): string {
  const parsed = parseOffer(sdp);
  return parsed.ok ? 'accepted' : parsed.refusal.code;
}

describe('parseOffer', () => {
  it('inherits the transport from the session when the section has none', () => {
    const pion = read('pion');
    expect(pion.indexOf('a=fingerprint')).toBeLessThan(pion.indexOf('m='));
    expect(accepted(pion).fingerprint.value).toBe(/a=fingerprint:sha-256 (\S+)/.exec(pion)?.[1]);
  });

  it("takes the transport of a bundle-only section from the bundle's first section", () => {
    const sdp = [
      ...read('written-libwebrtc-mobile').split('\r\n').slice(0, 4),
      'a=group:BUNDLE video audio',
      'm=video 9 UDP/TLS/RTP/SAVPF 96',
      'a=mid:video',
      'a=ice-ufrag:abcd',
      'a=ice-pwd:mT5qKc9eWx2RzLd8HaN1sB4u',
      `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'ab').join(':')}`,
      'a=setup:active',
      'm=audio 0 UDP/TLS/RTP/SAVPF 111',
      'a=bundle-only',
      'a=mid:audio',
      'a=rtcp-mux',
      'a=rtpmap:111 opus/48000/2',
      'a=ssrc:7 cname:x',
      '',
    ].join('\r\n');
    expect(accepted(sdp)).toMatchObject({ audioIndex: 1, iceUsernameFragment: 'abcd', setup: 'active' });
  });

  it('keeps text that looks like a number', () => {
    const sdp = read('chromium').replace(/a=ice-ufrag:.*/, 'a=ice-ufrag:1234');
    expect(accepted(sdp).iceUsernameFragment).toBe('1234');
  });

  it.each([
    ['', undefined],
    ['a=ptime:20\r\n', 20],
    ['a=maxptime:60\r\n', 60],
    ['a=ptime:20\r\na=maxptime:60\r\n', 20],
    ['a=maxptime:0\r\na=ptime:long\r\n', undefined],
  ])('reads the maximum packet time: %j', (lines, ms) => {
    expect(accepted(read('chromium') + lines).maxPacketMs).toBe(ms);
  });

  const chromium = read('chromium');

  it.each([
    ['nothing', '', 'MALFORMED_SDP'],
    ['no media section', 'v=0\r\ns=-\r\n', 'NO_AUDIO'],
    ['no audio section', chromium.replace('m=audio', 'm=video'), 'NO_AUDIO'],
    ['a disabled audio section', chromium.replace(/m=audio \d+/, 'm=audio 0'), 'NO_AUDIO'],
    ['no codec of ours', chromium.replace(/(m=audio \d+ \S+) .*/, '$1 9 13'), 'NO_COMMON_CODEC'],
    [
      'a payload type that collides with RTCP',
      chromium.replaceAll('111', '72').replace(' 0 8 ', ' '),
      'NO_COMMON_CODEC',
    ],
    ['plain RTP', chromium.replace('UDP/TLS/RTP/SAVPF', 'RTP/AVP'), 'UNSUPPORTED_TRANSPORT'],
    ['no rtcp-mux', chromium.replace('a=rtcp-mux\r\n', ''), 'UNSUPPORTED_TRANSPORT'],
    ['an ICE-lite client', chromium.replace('a=setup', 'a=ice-lite\r\na=setup'), 'UNSUPPORTED_TRANSPORT'],
    [
      'a stream that nothing announces',
      chromium.replace(/a=ssrc:.*\r\n/g, '').replace(/a=extmap:4.*\r\n/, ''),
      'UNSUPPORTED_TRANSPORT',
    ],
    ['no ice-ufrag', chromium.replace(/a=ice-ufrag:.*\r\n/, ''), 'MALFORMED_SDP'],
    ['a short ice-pwd', chromium.replace(/a=ice-pwd:.*/, 'a=ice-pwd:short'), 'MALFORMED_SDP'],
    ['no fingerprint', chromium.replace(/a=fingerprint:.*\r\n/, ''), 'MALFORMED_SDP'],
    [
      'a fingerprint of the wrong length',
      chromium.replace(/(a=fingerprint:.*):..\r/, '$1\r'),
      'MALFORMED_SDP',
    ],
    ['a weak hash', chromium.replace('sha-256', 'md5'), 'MALFORMED_SDP'],
    ['an unknown setup', chromium.replace('setup:actpass', 'setup:holdconn'), 'MALFORMED_SDP'],
    ['a malformed m= line', chromium.replace(/m=audio \d+/, 'm=audio x'), 'MALFORMED_SDP'],
    ['1,000 sections', chromium + 'm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n'.repeat(1_000), 'MALFORMED_SDP'],
    ['a line of 64 kB', `${chromium}a=x:${'x'.repeat(65_000)}\r\n`, 'MALFORMED_SDP'],
  ])('rejects %s', (_, sdp, code) => {
    expect(refusalOf(sdp)).toBe(code);
  });
});

describe('buildAnswer', () => {
  const terms: Omit<AnswerTerms, 'codec' | 'direction'> = {
    originId: '123',
    originVersion: 1,
    discontinuous: true,
    maxPlaybackRateHz: 16_000,
    setup: 'active',
    iceUsernameFragment: 'serverfrag',
    icePassword: 'serverpasswordserverpassword',
    fingerprint: 'AA:BB',
    candidates: [
      { foundation: 'u0', priority: 2, address: '192.0.2.1', port: 40_000, protocol: 'udp' },
      { foundation: 't0', priority: 1, address: '192.0.2.1', port: 40_000, protocol: 'tcp' },
    ],
    stream: { ssrc: 42, cname: 'server' },
  };

  function answerTo(name: string) {
    const offer = accepted(read(name));
    const [codec] = offer.codecs;
    if (!codec) throw new Error('no codec');
    const sdp = buildAnswer(offer, { ...terms, codec, direction: reverseDirection(offer.direction) });
    return { sdp, parsed: sdpTransform.parse(sdp) };
  }

  it('accepts the one audio section and rejects every other with port 0, in the order of the offer', () => {
    const { parsed } = answerTo('chromium-audio-video-data');
    const offered = sdpTransform.parse(read('chromium-audio-video-data')).media;
    expect(parsed.media.map(({ type }) => type)).toEqual(offered.map(({ type }) => type));
    expect(parsed.media.map(({ mid }) => mid)).toEqual(offered.map(({ mid }) => mid));
    expect(parsed.media.filter(({ port }) => port !== 0).map(({ type }) => type)).toEqual(['audio']);
    expect(parsed.groups).toEqual([
      { type: 'BUNDLE', mids: parsed.media.find(({ port }) => port !== 0)?.mid },
    ]);
  });

  it('gives each rejected section a mapped format and a transport, which some libraries require', () => {
    const refused = answerTo('chromium-audio-video-data').parsed.media.filter(({ port }) => port === 0);
    expect(refused.find(({ type }) => type === 'video')).toMatchObject({
      payloads: 96,
      rtp: [{ payload: 96, codec: 'VP8', rate: 90_000 }],
      rtcpMux: 'rtcp-mux',
    });
    expect(refused.find(({ type }) => type === 'application')).toMatchObject({
      payloads: 'webrtc-datachannel',
      rtp: [],
    });
    for (const section of refused) {
      expect(section).toMatchObject({
        setup: 'active',
        iceUfrag: 'serverfrag',
        icePwd: 'serverpasswordserverpassword',
        fingerprint: { hash: 'AA:BB' },
      });
    }
  });

  it("answers with the client's payload type, mono Opus with FEC and the useful rate", () => {
    const { sdp } = answerTo('firefox');
    expect(sdp).toContain('m=audio 40000 UDP/TLS/RTP/SAVPF 109\r\n');
    expect(sdp).toContain('a=rtpmap:109 opus/48000/2\r\n');
    expect(sdp).toContain('a=fmtp:109 minptime=10;useinbandfec=1;usedtx=1;maxplaybackrate=16000\r\n');
    expect(sdp).not.toContain('stereo');
  });

  it("accepts only the header extension it reads, under the client's id", () => {
    expect(answerTo('firefox').parsed.media[0]?.ext).toMatchObject([
      { value: 3, uri: 'urn:ietf:params:rtp-hdrext:sdes:mid' },
    ]);
    expect(answerTo('node-datachannel').parsed.media[0]?.ext).toBeUndefined();
  });

  it('answers G.711 when Opus is not offered', () => {
    const { sdp } = answerTo('written-g711-only');
    expect(sdp).toContain('SAVPF 8\r\n');
    expect(sdp).toContain('a=rtpmap:8 PCMA/8000\r\n');
    expect(sdp).not.toContain('fmtp');
  });

  it('is ICE-lite with all candidates and end-of-candidates', () => {
    const { sdp } = answerTo('written-safari');
    expect(sdp).toContain('a=ice-lite\r\n');
    expect(sdp).toContain('a=candidate:u0 1 udp 2 192.0.2.1 40000 typ host\r\n');
    expect(sdp).toContain('a=candidate:t0 1 tcp 1 192.0.2.1 40000 typ host tcptype passive\r\n');
    expect(sdp).toContain('a=end-of-candidates\r\n');
  });

  it.each([
    ['sendrecv', 'sendrecv'],
    ['sendonly', 'recvonly'],
    ['recvonly', 'sendonly'],
    ['inactive', 'inactive'],
  ] as const)('answers %s with %s', (offered, answered) => {
    expect(reverseDirection(offered)).toBe(answered);
  });
});

describe('remote candidates', () => {
  it.each([
    '',
    'candidate:1467250027 1 udp 2122260223 192.0.2.1 46154 typ host generation 0 ufrag QzD8 network-id 1',
    'a=candidate:0 1 UDP 2122252543 3c2f1b7e-0d59-4f12-8a3e-66b0c2f1d9aa.local 51372 typ host',
    'candidate:1 1 tcp 1518214911 2001:db8::1 9 typ host tcptype active',
    'candidate:842163049 1 udp 1677729535 198.51.100.7 46154 typ srflx raddr 0.0.0.0 rport 0',
    candidateLine({ foundation: 't0', priority: 1, address: '192.0.2.1', port: 40_000, protocol: 'tcp' }),
  ])('accepts %j', (line) => expect(isRemoteCandidate(line)).toBe(true));

  it.each([
    'nonsense',
    'candidate:1 1 udp 1 192.0.2.1 70000 typ host',
    'candidate:1 1 udp 1 192.0.2.1 7000 typ guess',
    'candidate:1 1 sctp 1 192.0.2.1 7000 typ host',
    `candidate:1 1 udp 1 192.0.2.1 7000 typ host ${'x'.repeat(1_024)}`,
  ])('rejects %j', (line) => expect(isRemoteCandidate(line)).toBe(false));
});
