/** Spoken names of the signs in addresses, and the reading of their digits. */
export interface AddressWords {
  readonly at: string;
  readonly signs: ReadonlyMap<string, string>;
  readonly digits: (text: string) => string;
}

const WEB = /\b(?:https?:\/\/|www\.)[^\s<>"“”«»]+/gi;
const MAIL = /(?:\bmailto:)?\b([\w.+-]{1,64})@([\w-]+(?:\.[\w-]+)+)/g;

/** Excludes user name and password, `www` and the port. */
const HOST_AND_PATH = /^(?:https?:\/\/)?(?:[^\s/?#@]*@)?(?:www\.)?([^\s/?#:]+)(?::\d*)?([^\s?#]*)/i;
/** A path that is easy to say and remember: "/opening-hours", "/en/menu". */
const SHORT_PATH = /^(?:\/[\p{L}\p{M}]{1,20}(?:-[\p{L}\p{M}]{1,20}){0,2}){1,2}$/u;
/** Punctuation that belongs to the sentence. */
const END = /[.,;:!?…'’*_~\])}]+$/;

/**
 * Shortens web addresses to what people say: the host, and a short path. With `words`, spells them and e-mail addresses
 * out.
 */
export function sayAddresses(text: string, words?: AddressWords): string {
  const said = text.replace(WEB, (found) => {
    const end = END.exec(found)?.[0] ?? '';
    const address = webAddress(found.slice(0, found.length - end.length));
    return (words ? spelled(address, words) : address) + end;
  });
  if (!words) return said;
  return said.replace(MAIL, (_found, name: string, host: string) =>
    [spelled(name, words), words.at, spelled(host, words)].join(' '),
  );
}

function webAddress(url: string): string {
  const [, host = url, path = ''] = HOST_AND_PATH.exec(url) ?? [];
  const bare = path.replace(/\/$/, '');
  return SHORT_PATH.test(bare) ? host + bare : host;
}

/** Names signs, and reads digits one by one. */
const spelled = (text: string, { signs, digits }: AddressWords): string =>
  (text.match(/\p{L}+|\d+|./gu) ?? [])
    .map((part) => signs.get(part) ?? (/^\d+$/.test(part) ? digits(part) : part))
    .join(' ');
