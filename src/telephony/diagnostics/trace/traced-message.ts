import type { SipProtocol } from '../../../sip/index.js';

interface Place {
  readonly address: string;
  readonly port: number;
}

/** A SIP message as transmitted, with its secrets masked. */
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

/** Each message below a line with its time, transport, source and destination. */
export const textOf = (messages: readonly TracedMessage[]): string =>
  messages
    .map(({ at, protocol, from, to, text }) => {
      const title = `--- ${at.toISOString()} ${protocol} ${inBrackets(from)} -> ${inBrackets(to)}`;
      return `${title}\r\n${text}\r\n\r\n`;
    })
    .join('');
