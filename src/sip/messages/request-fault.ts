/** The unparsed parts of a request. */
export interface RequestShape {
  readonly method: string;
  readonly requestUri: string;
  readonly version: string;
  /** Number and method of CSeq. */
  readonly sequence: string;
  readonly sequenceMethod: string;
  /** All values of a header, by lower-case long name. */
  headers(name: string): readonly string[];
  readonly bodyBytes: number;
}

/** RFC 3261, 8.1.1.5. */
const MAX_SEQUENCE = 2 ** 31;
/** Headers that must be unique. With duplicates, a proxy on the way may have used the other one. */
const SINGLE = ['call-id', 'content-length', 'cseq', 'from', 'max-forwards', 'to'];
const SIP_SCHEME = /^sips?:/i;

/**
 * Why a request can be answered but not served (RFC 3261, 7.1, 8.2 and 18.3), as a status: 505 for another SIP version,
 * 400 for contradictions. Undefined if no fault was found.
 */
export function faultOf(request: RequestShape): 400 | 505 | undefined {
  if (request.version !== '2.0') return 505;
  const { requestUri } = request;
  const isRight =
    request.method === request.sequenceMethod &&
    Number(request.sequence) < MAX_SEQUENCE &&
    !/\s/.test(requestUri) &&
    !hasFields(requestUri) &&
    SINGLE.every((name) => request.headers(name).length <= 1) &&
    hasWholeBody(request);
  return isRight ? undefined : 400;
}

/** RFC 3261, 19.1.1: a Request-URI has no header fields. A question mark in the user part does not start any. */
const hasFields = (uri: string): boolean =>
  SIP_SCHEME.test(uri) && uri.slice(uri.indexOf('@') + 1).includes('?');

/** A datagram may be shorter than its Content-Length; excess bytes are ignored. */
function hasWholeBody(request: RequestShape): boolean {
  const [given] = request.headers('content-length');
  return given === undefined || (/^\d{1,9}$/.test(given) && Number(given) <= request.bodyBytes);
}
