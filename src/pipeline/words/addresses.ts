/** What the signs in addresses are called, and how their digits are read. */
export interface AddressWords {
  readonly at: string;
  readonly signs: ReadonlyMap<string, string>;
  readonly digits: (text: string) => string;
}

const WEB = /\b(?:https?:\/\/|www\.)[^\s<>"“”«»]+/gi;
const MAIL = /(?:\bmailto:)?\b([\w.+-]{1,64})@([\w-]+(?:\.[\w-]+)+)/g;

/** Without the name and password of a user, the `www`, and the port. */
const HOST_AND_PATH = /^(?:https?:\/\/)?(?:[^\s/?#@]*@)?(?:www\.)?([^\s/?#:]+)(?::\d*)?([^\s?#]*)/i;
/** One that somebody can say and keep: "/opening-hours", "/en/menu". */
const SHORT_PATH = /^(?:\/[\p{L}\p{M}]{1,20}(?:-[\p{L}\p{M}]{1,20}){0,2}){1,2}$/u;
/** It is the sentence's. */
const END = /[.,;:!?…'’*_~\])}]+$/;

/**
 * A text with its web addresses as people give them: the host, and a short path. With words, those and e-mail
 * addresses are spelled out.
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

/** Words with their signs in between, and digits one by one. */
const spelled = (text: string, { signs, digits }: AddressWords): string =>
  (text.match(/\p{L}+|\d+|./gu) ?? [])
    .map((part) => signs.get(part) ?? (/^\d+$/.test(part) ? digits(part) : part))
    .join(' ');
