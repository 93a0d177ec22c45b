import { Type } from '@sinclair/typebox';
import { orNull, shape, Timestamp } from '../../http/openapi/index.js';
import type { SipNote } from '../../generated/prisma/client.js';
import type { TracedMessage } from './trace/traced-message.js';

const RefusedCallSchema = shape('RefusedCall', {
  at: Timestamp,
  callId: Type.String({ description: 'Call-ID of SIP.' }),
  status: Type.Integer({ description: 'SIP status of the answer.' }),
  cause: Type.String({ description: 'One word, as in `earshot_sip_calls_refused_total`.' }),
  reason: Type.String({ description: 'In words.' }),
  caller: orNull(Type.String(), { description: 'Null where nobody had shown whose the call is.' }),
  called: orNull(Type.String()),
  address: Type.String({ description: 'Where the call came from.' }),
});

export const RefusedCallsSchema = shape('RefusedCalls', { refusals: Type.Array(RefusedCallSchema) });

const TracedMessageSchema = shape('TracedMessage', {
  at: Timestamp,
  direction: Type.Union([Type.Literal('in'), Type.Literal('out')]),
  protocol: Type.Union(['UDP', 'TCP', 'TLS'].map((word) => Type.Literal(word))),
  from: Type.String({ description: 'Address and port.' }),
  to: Type.String({ description: 'Address and port.' }),
  callId: Type.String(),
  text: Type.String({ description: 'The message, with its secrets crossed out.' }),
});

export const TraceSwitchSchema = shape('TraceSwitch', {
  until: orNull(Timestamp, { description: 'Until when messages are kept; null while they are not.' }),
});

export const TraceSchema = shape('SipTrace', {
  until: orNull(Timestamp, { description: 'Until when messages are kept; null while they are not.' }),
  messages: Type.Array(TracedMessageSchema),
});

export const REFUSALS_EXAMPLE = {
  refusals: [
    {
      at: '2026-05-04T09:00:00.000Z',
      callId: 'a84b4c76e66710@203.0.113.10',
      status: 488,
      cause: 'no-common-codec',
      reason: 'The offer has none of the codecs opus, G722, PCMU, PCMA.',
      caller: '+15550100',
      called: '+442079460000',
      address: '203.0.113.10',
    },
  ],
};

export const TRACE_EXAMPLE = {
  until: '2026-05-04T09:30:00.000Z',
  messages: [
    {
      at: '2026-05-04T09:00:00.000Z',
      direction: 'in',
      protocol: 'UDP',
      from: '203.0.113.10:5060',
      to: '203.0.113.20:5060',
      callId: 'a84b4c76e66710@203.0.113.10',
      text: 'OPTIONS sip:203.0.113.20 SIP/2.0\r\n…',
    },
  ],
};

type Details = Readonly<Record<string, unknown>>;

const detailsOf = ({ details }: SipNote): Details =>
  details !== null && typeof details === 'object' && !Array.isArray(details) ? details : {};
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

export function refusalView(note: SipNote) {
  const { status, cause, reason, caller, called, address } = detailsOf(note);
  return {
    ...{ at: note.at.toISOString(), callId: note.callId, status: Number(status) },
    ...{ cause: textIn(cause), reason: textIn(reason), address: textIn(address) },
    caller: typeof caller === 'string' ? caller : null,
    called: typeof called === 'string' ? called : null,
  };
}

export function tracedMessageOf(note: SipNote): TracedMessage {
  const { isSent, protocol, fromAddress, fromPort, toAddress, toPort, text } = detailsOf(note);
  return {
    ...{ at: note.at, callId: note.callId, isSent: isSent === true, text: textIn(text) },
    protocol: protocol === 'TCP' || protocol === 'TLS' ? protocol : 'UDP',
    from: { address: textIn(fromAddress), port: Number(fromPort) },
    to: { address: textIn(toAddress), port: Number(toPort) },
  };
}

export const messageView = ({ at, isSent, protocol, from, to, callId, text }: TracedMessage) => ({
  ...{ at: at.toISOString(), direction: isSent ? 'out' : 'in', protocol, callId, text },
  from: placeOf(from),
  to: placeOf(to),
});

/** IPv6 in brackets (RFC 3986, 3.2.2). */
const placeOf = ({ address, port }: TracedMessage['from']): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
