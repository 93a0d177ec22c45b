import type { TObject } from '@sinclair/typebox';
import {
  AnswerFrame,
  type ClientFrame,
  Close,
  Context,
  ErrorMessage,
  Event,
  IceCandidate,
  Offer,
  Ping,
  Pong,
  type ServerFrame,
  WrittenText,
} from './frames.js';

type FrameType = ClientFrame['type'] | ServerFrame['type'];

/** A type of frame: its schema, its sender and an example. */
interface WireMessage {
  readonly schema: TObject;
  readonly sentBy: readonly ('client' | 'server')[];
  readonly example: ClientFrame | ServerFrame;
}

const sessionId = 'sess_9uI3oP6aS1dF4gH7jK2lZx';

const candidate = 'candidate:1 1 udp 2122260223 192.0.2.7 54321 typ host';

/** All types of frames, in the order of a call. */
export const WIRE_MESSAGES: Readonly<Record<FrameType, WireMessage>> = {
  offer: {
    schema: Offer,
    sentBy: ['client'],
    example: {
      type: 'offer',
      sessionId: '',
      data: { type: 'offer', sdp: 'v=0\r\n…' },
      authToken: 'ect_7Yb2…',
    },
  },
  answer: {
    schema: AnswerFrame,
    sentBy: ['server'],
    example: { type: 'answer', sessionId, data: { type: 'answer', sdp: 'v=0\r\n…' } },
  },
  'ice-candidate': {
    schema: IceCandidate,
    sentBy: ['client', 'server'],
    example: { type: 'ice-candidate', sessionId, data: { candidate, sdpMid: '0', sdpMLineIndex: 0 } },
  },
  error: {
    schema: ErrorMessage,
    sentBy: ['server'],
    example: {
      type: 'error',
      sessionId: '',
      data: { code: 'UNAUTHORIZED', message: 'A valid auth token is required.' },
    },
  },
  close: { schema: Close, sentBy: ['client', 'server'], example: { type: 'close', sessionId } },
  event: {
    schema: Event,
    sentBy: ['server'],
    example: { type: 'event', sessionId, number: 7, data: { kind: 'state', state: 'thinking' } },
  },
  text: {
    schema: WrittenText,
    sentBy: ['client'],
    example: { type: 'text', sessionId, data: { text: 'My name is spelled A D A.' } },
  },
  context: {
    schema: Context,
    sentBy: ['client'],
    example: { type: 'context', sessionId, data: { text: 'The caller looks at the page of room 12.' } },
  },
  ping: { schema: Ping, sentBy: ['client'], example: { type: 'ping' } },
  pong: { schema: Pong, sentBy: ['server'], example: { type: 'pong' } },
};

/** The types of frames that one side sends. */
export const typesSentBy = (side: 'client' | 'server'): string[] =>
  Object.entries(WIRE_MESSAGES).flatMap(([type, { sentBy }]) => (sentBy.includes(side) ? [type] : []));
