import type { SipProtocol } from '../../../sip/index.js';

interface Place {
  readonly address: string;
  readonly port: number;
}

/** A message of SIP as it went over the network, without its secrets. */
export interface TracedMessage {
  readonly at: Date;
  readonly isSent: boolean;
  readonly protocol: SipProtocol;
  readonly from: Place;
  readonly to: Place;
  readonly callId: string;
  readonly text: string;
}

const inBrackets = ({ address, port }: Place): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;

/** One after the other, each below a line that says when, over what, from where and to where. */
export const textOf = (messages: readonly TracedMessage[]): string =>
  messages
    .map(({ at, protocol, from, to, text }) => {
      const title = `--- ${at.toISOString()} ${protocol} ${inBrackets(from)} -> ${inBrackets(to)}`;
      return `${title}\r\n${text}\r\n\r\n`;
    })
    .join('');
