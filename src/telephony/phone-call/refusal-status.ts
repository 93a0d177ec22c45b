import type { CallRefusal } from '../../call-admission/index.js';
import { isDatabaseUnavailable } from '../../common/errors/index.js';
import type { SdpRefusal } from '../../media/index.js';
import type { WarningCode } from '../../sip/index.js';

/** Retry-After for callers refused for lack of capacity. */
const RETRY_AFTER_SECONDS = 5;
export const BUSY_HEADERS = [`Retry-After: ${RETRY_AFTER_SECONDS}`] as const;

/** A refusal: for the phone, for metrics, and in words. */
export interface SipRefusal {
  readonly status: number;
  readonly headers: readonly string[];
  /** One word from a fixed list. */
  readonly cause: string;
  readonly reason: string;
  readonly warning?: WarningCode;
}

/** The answer after an internal error, with a Retry-After if it is temporary. */
export function sipFaultOf(error: unknown): SipRefusal {
  return isDatabaseUnavailable(error)
    ? { ...BUSY, cause: 'unavailable', reason: 'The database of this service does not answer now.' }
    : { status: 500, headers: [], cause: 'fault', reason: 'A fault of this service; its log says more.' };
}

const BUSY = { status: 503, headers: BUSY_HEADERS } as const;

/** The trunk has no capacity at the moment. */
export const trunkFull = (
  cause: 'full' | 'too-fast',
  { maxCalls, maxCallsPerSecond }: { readonly maxCalls: number; readonly maxCallsPerSecond: number },
): SipRefusal => ({
  ...{ ...BUSY, cause },
  reason:
    cause === 'full'
      ? `The trunk has ${maxCalls} calls, which is the limit (maxCalls of the trunk).`
      : `The trunk began ${maxCallsPerSecond} calls within a second, which is the limit (maxCallsPerSecond of the trunk).`,
});

/** @param state Of the service. */
export const notReady = (state: string): SipRefusal => ({
  ...{ ...BUSY, cause: state },
  reason: `The service takes no calls now: it is ${state}.`,
});

/** RFC 3891, 3. */
export const notReplaced = (status: number): SipRefusal => ({
  ...{ status, headers: [], cause: 'replaces' },
  reason:
    status === 486
      ? 'The call that is to be replaced is answered already (early-only).'
      : 'The call that is to be replaced is none of this trunk’s account, is over, or takes none of the codecs.',
});

export const unknownNumber = (called: string): SipRefusal => ({
  status: 404,
  headers: [],
  cause: 'unknown-number',
  reason: `No agent has the number ${called}, and the trunk has no default connector.`,
});

/** RFC 3261, 20.43. */
const SDP_WARNINGS: Partial<Record<SdpRefusal['code'], WarningCode>> = {
  NO_AUDIO: 304,
  NO_COMMON_CODEC: 305,
  UNSUPPORTED_TRANSPORT: 302,
  MALFORMED_SDP: 307,
};

const refusedSdp = ({ code, message: reason }: SdpRefusal): SipRefusal => ({
  ...{ status: 488, headers: [], cause: code.toLowerCase().replaceAll('_', '-'), reason },
  warning: SDP_WARNINGS[code] ?? 399,
});

/**
 * The SIP answer for a refused call; web clients get an error frame instead.
 * @param sdp The fault of the SDP offer, if any.
 */
export function sipRefusalOf({ reason: cause, message }: CallRefusal, sdp?: SdpRefusal): SipRefusal {
  const why = { cause, reason: message };
  switch (cause) {
    case 'unauthorized':
      return { status: 404, headers: [], ...why };
    case 'forbidden':
      // Q.850 cause 21, call rejected, with text (RFC 6432).
      return { status: 403, headers: [`Reason: Q.850;cause=21;text="${message}"`], ...why };
    case 'invalid-argument':
      return sdp ? refusedSdp(sdp) : { status: 488, headers: [], ...why };
    case 'agent-failure':
      return { status: 480, headers: [], ...why };
    case 'media-failure':
      return { ...BUSY, ...why };
  }
}
