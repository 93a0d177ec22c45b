/** RFC 3261, 20.43: the codes for SDP, and 399 for text that people read. */
export type WarningCode = 302 | 304 | 305 | 307 | 399;

const MAX_TEXT_CHARACTERS = 300;

/** A Warning header with the reason for a refusal. It names no agent, because scanners collect names. */
export const warning = (text: string, code: WarningCode = 399): string =>
  `Warning: ${code} sip "${text
    .replace(/\p{Cc}/gu, ' ')
    .replace(/["\\]/g, "'")
    .slice(0, MAX_TEXT_CHARACTERS)}"`;
