/** What proves a login: the answer to a challenge, which a dictionary turns into the password. */
const PROOF = /^((?:proxy-)?authorization[ \t]*:.*)$/gim;
const RESPONSE = /\b(response|cnonce)=("?)([^",\s]*)/gi;
/** Keys of the audio (RFC 4568). */
const AUDIO_KEY = /(^a=crypto:.*?inline:)([A-Za-z0-9+/=]+)/gim;
/** Keys of the telephone: codes of cards, and passwords. */
const TELEPHONE_KEY = /^([ \t]*signal[ \t]*=[ \t]*)(\S+)/gim;
const KEY_ALONE = /^(content-type[ \t]*:[ \t]*application\/dtmf\b[^]*?\r\n\r\n)([^]*)$/im;

const crossed = (text: string): string => text.replace(/[^\s]/g, 'x');

/** A message without what nobody may read who looks for a fault. It is as long as before, as its own fields say. */
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
