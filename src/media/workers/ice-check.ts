import { HEADER_BYTES, LENGTH_BYTES, MAGIC_COOKIE } from './stun.js';

const BINDING_REQUEST = 0x0001;
const USERNAME = 0x0006;
/** Connectivity checks have about 100 bytes and must fit into one packet of any network (RFC 8489, 6.1). */
const MAX_BYTES = 1_280;

/**
 * The username fragment of ours in the first packet of a TCP connection, which must be a connectivity check (RFC 8445,
 * 7.1). `incomplete` while bytes are missing, `refused` if it cannot become one.
 * @param bytes Everything received so far.
 */
export function addresseeOf(bytes: Buffer): { readonly fragment: string } | 'incomplete' | 'refused' {
  if (bytes.length < LENGTH_BYTES) return 'incomplete';
  const length = bytes.readUInt16BE(0);
  if (length < HEADER_BYTES || length > MAX_BYTES) return 'refused';
  const packet = bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + length);
  if (packet.length >= 2 && packet.readUInt16BE(0) !== BINDING_REQUEST) return 'refused';
  if (packet.length < length) return 'incomplete';
  if (packet.readUInt32BE(4) !== MAGIC_COOKIE || packet.readUInt16BE(2) !== length - HEADER_BYTES)
    return 'refused';
  const fragment = usernameIn(packet.subarray(HEADER_BYTES))?.split(':')[0];
  return fragment ? { fragment } : 'refused';
}

/** The first USERNAME of these STUN attributes (RFC 8489, 14): type, length, value padded to four bytes. */
function usernameIn(attributes: Buffer): string | undefined {
  for (let at = 0; at + 4 <= attributes.length;) {
    const end = at + 4 + attributes.readUInt16BE(at + 2);
    if (end > attributes.length) return undefined;
    if (attributes.readUInt16BE(at) === USERNAME) return attributes.toString('utf8', at + 4, end);
    at = Math.ceil(end / 4) * 4;
  }
  return undefined;
}
