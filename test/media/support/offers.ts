import { readFileSync } from 'node:fs';

const CHROMIUM = 'Chromium 156.0.8078.79 (Debian 12)';
const FIREFOX = 'Firefox 153.7.0esr (Debian 12)';
const WRTC = '@roamhq/wrtc 0.10.0';
const AIORTC = 'aiortc 1.4.0 (Debian 12)';
const PION = 'Pion WebRTC 3.1.56 (Debian 12)';
const GSTREAMER = "GStreamer 1.22.0's webrtcbin with libnice 0.1.21 (Debian 12)";

/**
 * Offers recorded from real clients (most by `record-offers.ts`), with their versions. A `-restart` requests a new
 * network path for the offer without that suffix, a `-reoffer` nothing new.
 */
const RECORDED = {
  chromium: CHROMIUM,
  'chromium-trickle': CHROMIUM,
  'chromium-recvonly': CHROMIUM,
  'chromium-audio-video-data': CHROMIUM,
  'chromium-max-bundle': CHROMIUM,
  'chromium-restart': CHROMIUM,
  firefox: FIREFOX,
  'firefox-trickle': FIREFOX,
  'firefox-recvonly': FIREFOX,
  'firefox-audio-video-data': FIREFOX,
  'firefox-max-bundle': FIREFOX,
  'firefox-restart': FIREFOX,
  'roamhq-wrtc': WRTC,
  'roamhq-wrtc-audio-data-video': WRTC,
  'node-datachannel': 'node-datachannel 0.33.4 (libdatachannel)',
  werift: 'werift 0.25.2',
  aiortc: AIORTC,
  'aiortc-audio-video-data': AIORTC,
  'aiortc-reoffer': AIORTC,
  pion: PION,
  'pion-trickle': PION,
  'pion-audio-video-data': PION,
  'pion-restart': PION,
  gstreamer: GSTREAMER,
  'gstreamer-trickle': GSTREAMER,
  'gstreamer-audio-video-data': GSTREAMER,
  'gstreamer-reoffer': GSTREAMER,
} as const;

/** Offers written by hand per documentation, for clients that cannot run on the test machines. */
const WRITTEN = {
  'written-safari': 'Safari on macOS',
  'written-libwebrtc-mobile': 'libwebrtc in apps for iOS and Android',
  'written-g711-only': 'a gateway to the telephone network, without Opus',
} as const;

/**
 * Recorded offers that cannot be answered. GStreamer makes this one before it knows its media, without Opus channels or
 * a stream.
 */
export const UNANSWERABLE = { 'gstreamer-early': GSTREAMER } as const;

export type OfferName = keyof typeof RECORDED | keyof typeof WRITTEN;

export const ALL_OFFERS = [...Object.keys(RECORDED), ...Object.keys(WRITTEN)] as readonly OfferName[];

export function readOffer(name: OfferName | keyof typeof UNANSWERABLE): string {
  return readFileSync(new URL(`../fixtures/${name}.sdp`, import.meta.url), 'utf8');
}
