import sdpTransform, { type SessionDescription } from 'sdp-transform';
import { type Parsed, refuseSdp } from './offer.js';

/**
 * Far above what browsers send (3 to 10 kB for audio and video), and small enough to parse within a few milliseconds.
 */
const MAX_SDP_CHARACTERS = 65_536;
const MAX_LINES = 2_000;
const MAX_LINE_CHARACTERS = 4_096;
const MAX_SECTIONS = 64;

/** Attributes that affect decisions. Others are skipped, so that they cannot cost time. */
const READ_ATTRIBUTES =
  /^a=(rtpmap:|fmtp:|extmap:|setup:|mid:|(sendrecv|recvonly|sendonly|inactive)$|ice-lite$|ice-ufrag:|ice-pwd:|fingerprint:|ssrc:|group:|rtcp-mux|rtcp-rsize$|bundle-only$|rtcp:|crypto:|maxptime:|ptime:)/;
const READ_LINES = /^[vomc]=/;

/** Checks the outer form of an SDP (RFC 8866) and parses it. */
export function readLines(sdp: string): Parsed<SessionDescription> {
  if (sdp.length > MAX_SDP_CHARACTERS) {
    return refuseSdp('MALFORMED_SDP', `The SDP is longer than ${MAX_SDP_CHARACTERS} characters.`);
  }
  const lines = sdp.split(/\r\n|\r|\n/);
  if (!lines[0]?.startsWith('v=0'))
    return refuseSdp('MALFORMED_SDP', 'The SDP does not begin with the line v=0.');
  if (lines.length > MAX_LINES)
    return refuseSdp('MALFORMED_SDP', `The SDP has more than ${MAX_LINES} lines.`);
  if (lines.some((line) => line.length > MAX_LINE_CHARACTERS)) {
    return refuseSdp('MALFORMED_SDP', `A line of the SDP is longer than ${MAX_LINE_CHARACTERS} characters.`);
  }
  const sections = lines.filter((line) => line.startsWith('m=')).length;
  if (sections === 0) return refuseSdp('NO_AUDIO', 'The offer has no media section.');
  if (sections > MAX_SECTIONS) {
    return refuseSdp('MALFORMED_SDP', `The offer has more than ${MAX_SECTIONS} media sections.`);
  }
  const read = lines.filter((line) => READ_LINES.test(line) || READ_ATTRIBUTES.test(line));
  const session = sdpTransform.parse(read.join('\r\n'));
  // A section with a malformed m= line has no type, and an answer could not repeat it.
  if (session.media.length !== sections || session.media.some((section) => !isMediaLine(section))) {
    return refuseSdp('MALFORMED_SDP', 'A line m= of the offer is malformed.');
  }
  return { ok: true, value: session };
}

const textIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function isMediaLine(section: { type?: unknown; port?: unknown; protocol?: unknown; payloads?: unknown }) {
  return (
    /^[\w-]{1,32}$/.test(textIn(section.type)) &&
    /^\d{1,5}$/.test(textIn(section.port)) &&
    /^[\w/]{1,32}$/.test(textIn(section.protocol)) &&
    /^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(textIn(section.payloads).trim())
  );
}
