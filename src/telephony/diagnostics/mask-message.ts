/** Digest credentials. A dictionary attack could recover the password from them. */
const PROOF = /^((?:proxy-)?authorization[ \t]*:.*)$/gim;
const RESPONSE = /\b(response|cnonce)=("?)([^",\s]*)/gi;
/** SRTP keys (RFC 4568). */
const AUDIO_KEY = /(^a=crypto:.*?inline:)([A-Za-z0-9+/=]+)/gim;
/** DTMF digits, which may be PINs or card numbers. */
const TELEPHONE_KEY = /^([ \t]*signal[ \t]*=[ \t]*)(\S+)/gim;
const KEY_ALONE = /^(content-type[ \t]*:[ \t]*application\/dtmf\b[^]*?\r\n\r\n)([^]*)$/im;

const crossed = (text: string): string => text.replace(/[^\s]/g, 'x');

/** Masks secrets in a SIP message. The length stays the same, so that Content-Length remains right. */
export const maskMessage = (text: string): string =>
  text
    .replace(PROOF, (line) =>
      line.replace(
        RESPONSE,
        (_all, name: string, quote: string, value: string) => `${name}=${quote}${crossed(value)}`,
      ),
    )
    .replace(AUDIO_KEY, (_all, before: string, key: string) => before + crossed(key))
    .replace(TELEPHONE_KEY, (_all, before: string, key: string) => before + crossed(key))
    .replace(KEY_ALONE, (_all, head: string, body: string) =>
      /signal/i.test(body) ? head + body : head + crossed(body),
    );
