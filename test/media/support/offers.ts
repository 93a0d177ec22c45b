import { readFileSync } from 'node:fs';

/** Offers of real clients, recorded from the clients themselves. */
export const RECORDED = [
  'chromium',
  'chromium-trickle',
  'chromium-recvonly',
  'chromium-audio-video-data',
  'chromium-max-bundle',
  'roamhq-wrtc',
  'roamhq-wrtc-audio-data-video',
  'node-datachannel',
  'werift',
] as const;

/** Offers of clients that were not run: written after their documented shape. `libwebrtc-mobile` is what iOS and Android apps send. */
export const WRITTEN = ['firefox', 'safari', 'libwebrtc-mobile', 'aiortc', 'pion', 'g711-only'] as const;

export type OfferName = (typeof RECORDED)[number] | (typeof WRITTEN)[number];

export const ALL_OFFERS: readonly OfferName[] = [...RECORDED, ...WRITTEN];

export function readOffer(name: OfferName): string {
  return readFileSync(new URL(`../fixtures/${name}.sdp`, import.meta.url), 'utf8');
}
