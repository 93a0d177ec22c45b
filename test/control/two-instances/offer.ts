import { readOffer } from '../../media/support/offers.js';
import type { TestApp } from '../../support/app.js';
import { SignalingClient } from '../../support/signaling-client.js';

const SDP = readOffer('roamhq-wrtc');

/** Offers a call over a new socket. @returns The answer or error. */
export async function offerTo(
  at: TestApp,
  token: string,
  fields: { origin?: string; sessionId?: string } = {},
) {
  const { origin, sessionId = '' } = fields;
  const socket = await SignalingClient.connect(at.baseUrl, origin === undefined ? {} : { Origin: origin });
  return { socket, frame: await socket.offer(SDP, token, { mode: 'echo', sessionId }) };
}
