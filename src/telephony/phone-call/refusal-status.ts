import type { CallRefusal } from '../../calls/index.js';
import { isDatabaseUnavailable } from '../../common/errors/index.js';

/** How long a caller whom we have no place for should wait before it tries again. */
const RETRY_AFTER_SECONDS = 5;
export const BUSY_HEADERS = [`Retry-After: ${RETRY_AFTER_SECONDS}`] as const;

interface SipRefusal {
  readonly status: number;
  readonly headers: readonly string[];
}

/** What a caller is answered when something went wrong here: where that passes, when to try again. */
export function sipFaultOf(error: unknown): SipRefusal & { readonly cause: string } {
  return isDatabaseUnavailable(error)
    ? { status: 503, headers: BUSY_HEADERS, cause: 'unavailable' }
    : { status: 500, headers: [], cause: 'fault' };
}

/** What a caller on the phone is answered where one on the web gets an error frame. */
export function sipRefusalOf({ reason, message }: CallRefusal): SipRefusal {
  switch (reason) {
    case 'unauthorized':
      return { status: 404, headers: [] };
    case 'forbidden':
      // Q.850: call rejected; in words (RFC 6432).
      return { status: 403, headers: [`Reason: Q.850;cause=21;text="${message}"`] };
    case 'invalid-argument':
      return { status: 488, headers: [] };
    case 'agent-failure':
      return { status: 480, headers: [] };
    case 'media-failure':
      return { status: 503, headers: BUSY_HEADERS };
  }
}
