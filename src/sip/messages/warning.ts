/** RFC 3261, 20.43: the codes for SDP, and 399 for whatever a person is to read. */
export type WarningCode = 302 | 304 | 305 | 307 | 399;

const MAX_TEXT_CHARACTERS = 300;

/** A field that says in words why a request was refused. Who warns is not named: scanners collect names. */
export const warning = (text: string, code: WarningCode = 399): string =>
  `Warning: ${code} sip "${text
    .replace(/\p{Cc}/gu, ' ')
    .replace(/["\\]/g, "'")
    .slice(0, MAX_TEXT_CHARACTERS)}"`;
