/** Each packet on TCP is preceded by its length (RFC 4571). */
export const LENGTH_BYTES = 2;

/** Of STUN (RFC 8489, 5): type, length, cookie, and an id of 12 bytes. */
export const HEADER_BYTES = 20;
export const MAGIC_COOKIE = 0x2112a442;
