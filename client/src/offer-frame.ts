import type { CallOptions } from './call-options.js';
import { featuresOf } from './conversation-events.js';
import type { OfferFrame } from './wire.js';

/** The offer frame. `sessionId` is empty in the first offer of a call. */
export function offerFrame(
  { mode, variantId, callSid, caller, callee }: CallOptions,
  sessionId: string,
  sdp: string,
  authToken: string,
  acts: boolean,
): OfferFrame {
  return {
    type: 'offer',
    sessionId,
    data: { type: 'offer', sdp },
    authToken,
    mode,
    variantId,
    callSid,
    caller,
    callee,
    features: featuresOf(acts),
  };
}
