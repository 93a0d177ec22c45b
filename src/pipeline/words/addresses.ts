/** What the signs in addresses are called, and how their digits are read. */
export interface AddressWords {
  readonly at: string;
  readonly signs: ReadonlyMap<string, string>;
  readonly digits: (text: string) => string;
}

const WEB = /\b(?:https?:\/\/(?:www\.)?|www\.)([\w.-]+\.[a-z]{2,24}(?:\/[\w./-]*)?)/gi;
const MAIL = /\b([\w.+-]{1,64})@([\w-]+(?:\.[\w-]+)+)/g;

/** A text with its web and e-mail addresses as people dictate them. */
export function sayAddresses(text: string, words: AddressWords): string {
  return text
    .replace(WEB, (_found, address: string) => webAddress(address, words))
    .replace(MAIL, (_found, name: string, host: string) =>
      [spelled(name, words), words.at, spelled(host, words)].join(' '),
    );
}

/** What follows a full stop at its end is the sentence's, not the address's. */
function webAddress(address: string, words: AddressWords): string {
  const stop = address.endsWith('.') ? '.' : '';
  return spelled(address.replace(/[./]$/, ''), words) + stop;
}

/** Words with their signs in between, and digits one by one. */
const spelled = (text: string, { signs, digits }: AddressWords): string =>
  (text.match(/\p{L}+|\d+|./gu) ?? [])
    .map((part) => signs.get(part) ?? (/^\d+$/.test(part) ? digits(part) : part))
    .join(' ');
