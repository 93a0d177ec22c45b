import { readdirSync, readFileSync } from 'node:fs';
import sdpTransform from 'sdp-transform';
import { obstacleToReoffer, restartsIce } from '../session/reoffer.js';
import { buildAnswer, reverseDirection } from './build-answer.js';
import type { AudioOffer } from './offer.js';
import { parseOffer } from './parse-offer.js';
import { isRemoteCandidate } from './remote-candidate.js';

const FIXTURES = new URL('../../../test/media/fixtures/', import.meta.url);

const read = (name: string) => readFileSync(new URL(`${name}.sdp`, FIXTURES), 'utf8');

function accepted(name: string): AudioOffer {
  const parsed = parseOffer(read(name));
  if (!parsed.ok) throw new Error(parsed.refusal.message);
  return parsed.value;
}

/** Each client's offers with their payload type, codec and section kinds. */
const OFFERS: readonly [name: string, payloadType: number, codec: string, sections: string][] = [
  ['chromium', 111, 'opus', 'audio'],
  ['chromium-trickle', 111, 'opus', 'audio'],
  ['chromium-recvonly', 111, 'opus', 'audio'],
  ['chromium-audio-video-data', 111, 'opus', 'audio video application'],
  ['chromium-max-bundle', 111, 'opus', 'audio video application'],
  ['chromium-restart', 111, 'opus', 'audio'],
  ['firefox', 109, 'opus', 'audio'],
  ['firefox-trickle', 109, 'opus', 'audio'],
  ['firefox-recvonly', 109, 'opus', 'audio'],
  ['firefox-audio-video-data', 109, 'opus', 'audio video application'],
  ['firefox-max-bundle', 109, 'opus', 'audio video application'],
  ['firefox-restart', 109, 'opus', 'audio'],
  ['roamhq-wrtc', 111, 'opus', 'audio'],
  ['roamhq-wrtc-audio-data-video', 111, 'opus', 'audio video application'],
  ['node-datachannel', 111, 'opus', 'audio'],
  ['werift', 96, 'opus', 'audio'],
  ['aiortc', 96, 'opus', 'audio'],
  ['aiortc-audio-video-data', 96, 'opus', 'audio video application'],
  ['aiortc-reoffer', 96, 'opus', 'audio'],
  ['pion', 111, 'opus', 'audio'],
  ['pion-trickle', 111, 'opus', 'audio'],
  ['pion-audio-video-data', 111, 'opus', 'audio video application'],
  ['pion-restart', 111, 'opus', 'audio'],
  ['gstreamer', 97, 'opus', 'audio'],
  ['gstreamer-trickle', 97, 'opus', 'audio'],
  ['gstreamer-audio-video-data', 97, 'opus', 'audio video application'],
  ['gstreamer-reoffer', 97, 'opus', 'audio'],
  ['written-safari', 111, 'opus', 'audio'],
  ['written-libwebrtc-mobile', 111, 'opus', 'audio'],
  ['written-g711-only', 8, 'PCMA', 'audio'],
];
const UNANSWERABLE = 'gstreamer-early';

describe('recorded offers of real clients', () => {
  it('are all covered here', () => {
    const files = readdirSync(FIXTURES).filter((file) => file.endsWith('.sdp'));
    const names = [...OFFERS.map(([name]) => name), UNANSWERABLE].sort();
    expect(files.map((file) => file.replace(/\.sdp$/, '')).sort()).toEqual(names);
  });

  describe.each(OFFERS)('%s', (name, payloadType, codec, sections) => {
    it('is parsed', () => {
      const offer = accepted(name);
      expect(offer.codecs[0]).toMatchObject({ name: codec, payloadType });
      expect(offer.sections.map(({ kind }) => kind).join(' ')).toBe(sections);
    });

    it('is answered section by section, accepting only its audio', () => {
      const offer = accepted(name);
      const answer = sdpTransform.parse(answerTo(offer));
      const offered = sdpTransform.parse(read(name));
      expect(answer.media.map(({ type, mid, protocol }) => ({ type, mid, protocol }))).toEqual(
        offered.media.map(({ type, mid, protocol }) => ({ type, mid, protocol })),
      );
      expect(answer.media.filter(({ port }) => port !== 0).map(({ type }) => type)).toEqual(['audio']);
    });

    it('has candidates that are also accepted one by one', () => {
      const lines = read(name).match(/candidate:.*/g) ?? [];
      expect(lines.filter((line) => !isRemoteCandidate(line))).toEqual([]);
    });
  });

  it.each([
    ['chromium', 'chromium-restart', true],
    ['firefox', 'firefox-restart', true],
    ['pion', 'pion-restart', true],
    ['aiortc', 'aiortc-reoffer', false],
    ['gstreamer', 'gstreamer-reoffer', false],
  ])('after %s, accepts %s as a re-offer (new network path: %s)', (first, next, isRestart) => {
    const offer = accepted(first);
    const [codec] = offer.codecs;
    if (!codec) throw new Error('no codec');
    expect(obstacleToReoffer({ offer, codec, setup: 'active' }, accepted(next))).toBeUndefined();
    expect(restartsIce(offer, accepted(next))).toBe(isRestart);
  });

  it(`rejects ${UNANSWERABLE} and reports the missing part`, () => {
    expect(parseOffer(read(UNANSWERABLE))).toMatchObject({
      ok: false,
      refusal: { code: 'NO_COMMON_CODEC', message: expect.stringContaining('opus/48000/2') },
    });
  });
});

function answerTo(offer: AudioOffer): string {
  const [codec] = offer.codecs;
  if (!codec) throw new Error('no codec');
  return buildAnswer(offer, {
    originId: '123',
    originVersion: 1,
    codec,
    discontinuous: true,
    maxPlaybackRateHz: 16_000,
    direction: reverseDirection(offer.direction),
    setup: 'active',
    iceUsernameFragment: 'serverfrag',
    icePassword: 'serverpasswordserverpassword',
    fingerprint: 'AA:BB',
    candidates: [{ foundation: 'u0', priority: 2, address: '192.0.2.1', port: 40_000, protocol: 'udp' }],
    stream: { ssrc: 42, cname: 'server' },
  });
}
