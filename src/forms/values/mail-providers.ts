/** Providers of mail, with the top-level domains that they use. */
const PROVIDERS: Readonly<Record<string, string>> = {
  ...{ gmail: 'com', googlemail: 'com', icloud: 'com', me: 'com', mac: 'com', aol: 'com co.uk', msn: 'com' },
  ...{ outlook: 'com co.uk fr de', hotmail: 'com co.uk fr de it', live: 'com co.uk ca fr nl' },
  yahoo: 'com co.uk ca fr de it es ie com.au co.nz co.in',
  ...{ proton: 'me', protonmail: 'com', gmx: 'com net de co.uk', mail: 'com', fastmail: 'com', zoho: 'com' },
  ...{
    btinternet: 'com',
    sky: 'com',
    virginmedia: 'com',
    talktalk: 'net',
    comcast: 'net',
    verizon: 'net',
    att: 'net',
  },
};
const DOMAINS = Object.entries(PROVIDERS).flatMap(([name, ends]) =>
  ends.split(' ').map((end) => `${name}.${end}`),
);

/** Vowels are hardly distinguishable: "clawed" and "cloud". */
const soundOf = (domain: string): string => domain.replace(/(?<=[a-z])[aeiouwhy]+/g, 'a');

export const isProvider = (domain: string): boolean => DOMAINS.includes(domain);

/** The provider's domain that sounds like another one. */
export const nearProvider = (domain: string): string | undefined =>
  isProvider(domain) ? undefined : DOMAINS.find((one) => soundOf(one) === soundOf(domain));
