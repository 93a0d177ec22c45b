/** What a carrier needs of its customer, according to its public documentation. */
export interface Carrier {
  readonly id: string;
  readonly name: string;
  /** Where the carrier's page has these values, and the settings to make there. */
  readonly help: string;
  /** We log in there, and calls come over that login. */
  readonly registers: boolean;
  /** Its server. */
  readonly host: string;
  readonly hostHint?: string;
  /** Labels of the login; absent: none. */
  readonly login?: { readonly username: string; readonly password: string };
  /** Where its calls come from has to be named. */
  readonly addresses?: string;
}

export const CARRIERS: readonly [Carrier, ...Carrier[]] = [
  {
    id: 'twilio',
    name: 'Twilio',
    help: 'Make an Elastic SIP trunk in the Twilio console, and put your number on it.',
    registers: false,
    host: '',
    hostHint: 'The termination URI of the trunk, for example harbour.pstn.twilio.com.',
    login: { username: 'Name in the credential list', password: 'Its password' },
    addresses: 'The signaling addresses under “Networking info” in the Twilio console, one a line.',
  },
  {
    id: 'telnyx',
    name: 'Telnyx',
    help: 'Make a SIP connection with credentials in the Telnyx portal, and put your number on it.',
    registers: true,
    host: 'sip.telnyx.com',
    login: { username: 'User name of the connection', password: 'Its password' },
  },
  {
    id: 'signalwire',
    name: 'SignalWire',
    help: 'Make a SIP endpoint in your space, and let your number call it.',
    registers: true,
    host: '',
    hostHint: 'The SIP domain of your space, for example harbour.sip.signalwire.com.',
    login: { username: 'Name of the endpoint', password: 'Its password' },
  },
  {
    id: 'vonage',
    name: 'Vonage',
    help: 'Let your number forward to a SIP address in the Vonage dashboard.',
    registers: false,
    host: 'sip.nexmo.com',
    login: { username: 'API key', password: 'API secret' },
    addresses: 'The addresses that Vonage lists for its SIP calls, one a line.',
  },
  {
    id: 'sipgate',
    name: 'sipgate',
    help: 'You find SIP-ID and password under “Trunks” in your sipgate account.',
    registers: true,
    host: 'sipconnect.sipgate.de',
    login: { username: 'SIP-ID', password: 'SIP password' },
  },
  {
    id: 'pbx',
    name: 'Own phone system',
    help: 'Asterisk, FreeSWITCH, 3CX, a FRITZ!Box behind one: it sends calls here.',
    registers: false,
    host: '',
    hostHint: 'Its address in your network, for example 192.168.1.10.',
  },
  {
    id: 'other',
    name: 'Another carrier',
    help: 'Your carrier tells you its SIP server, a user name and a password.',
    registers: true,
    host: '',
    hostHint: 'For example sip.example.com.',
    login: { username: 'User name', password: 'Password' },
  },
];

export const carrierOf = (id: string): Carrier => CARRIERS.find((one) => one.id === id) ?? CARRIERS[0];

/** Where the calls of a line come from. A phone system in the network calls from its own address. */
export function callsFrom(
  { registers, addresses }: Carrier,
  host: string,
  named: readonly string[],
): string[] {
  const isItsOwn = !registers && addresses === undefined && named.length === 0 && host !== '';
  return isItsOwn ? [host] : [...named];
}

/** A number as people write it: `00 44 (0)20 7946 0000` → `+442079460000`. */
export const dialled = (number: string): string =>
  number
    .trim()
    .replace(/\(0\)/g, '')
    .replace(/(?!^\+)[^\d*]/g, '')
    .replace(/^00/, '+');
