import type { AppConfig } from '../common/config/index.js';

const text = (description?: string) => ({
  type: 'string',
  ...(description !== undefined && { description }),
});

const sessionId = text('The session; the empty string (or null) in an offer that makes one.');

/** What each message type carries (interface 2.6 and 2.7). */
const payloads = {
  offer: {
    type: 'object',
    required: ['type', 'sessionId', 'data', 'authToken'],
    properties: {
      type: { const: 'offer' },
      sessionId: { type: ['string', 'null'], description: sessionId.description },
      data: {
        type: 'object',
        required: ['type', 'sdp'],
        properties: { type: { const: 'offer' }, sdp: text('Full SDP of the client’s peer connection.') },
      },
      authToken: text('A connector token or a studio-issued JWT.'),
      mode: { $ref: '#/components/schemas/AgentMode' },
      callSid: text('Unique call identifier.'),
      caller: text('Calling number.'),
      callee: text('Called number.'),
      accountId: text(),
      projectId: text('The agent.'),
      variantId: text('Variant of the agent instead of the token’s own.'),
      agentVersionOverride: {
        type: 'object',
        description: 'Pins a build.',
        required: ['artifactVersion', 'lambdaDeploymentVersion'],
        properties: { artifactVersion: text(), lambdaDeploymentVersion: text() },
      },
    },
  },
  answer: {
    type: 'object',
    required: ['type', 'sessionId', 'data'],
    properties: {
      type: { const: 'answer' },
      sessionId: text('The new session. Every later message carries it.'),
      data: {
        type: 'object',
        required: ['type', 'sdp'],
        properties: {
          type: { const: 'answer' },
          sdp: text('Full SDP of the server, its candidates included.'),
        },
      },
    },
  },
  'ice-candidate': {
    type: 'object',
    required: ['type', 'sessionId', 'data'],
    properties: {
      type: { const: 'ice-candidate' },
      sessionId: text(),
      data: {
        type: 'object',
        required: ['candidate', 'sdpMid', 'sdpMLineIndex'],
        properties: {
          candidate: text('The empty string is the end of candidates.'),
          sdpMid: { type: ['string', 'null'] },
          sdpMLineIndex: { type: ['integer', 'null'], minimum: 0 },
        },
      },
    },
  },
  error: {
    type: 'object',
    required: ['type', 'sessionId', 'data'],
    properties: {
      type: { const: 'error' },
      sessionId: text('The session that it is about, or the empty string.'),
      data: {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: { $ref: '#/components/schemas/ErrorCode' }, message: text() },
      },
    },
  },
  close: {
    type: 'object',
    required: ['type', 'sessionId'],
    properties: { type: { const: 'close' }, sessionId: text() },
  },
  ping: {
    type: 'object',
    description:
      'Asks whether the socket still carries anything, which a page cannot learn otherwise. Optional. Answered by `pong` at once, ' +
      'before the answers to frames that were sent earlier. Counts towards the frames that a socket may send.',
    required: ['type'],
    properties: { type: { const: 'ping' } },
  },
  pong: {
    type: 'object',
    description: 'The answer to `ping`. Never sent without one.',
    required: ['type'],
    properties: { type: { const: 'pong' } },
  },
} as const;

const examples: Readonly<Record<keyof typeof payloads, unknown>> = {
  offer: {
    type: 'offer',
    sessionId: '',
    data: { type: 'offer', sdp: 'v=0\r\n…' },
    authToken: 'ect_7Yb2…',
    mode: 'end-to-end',
  },
  answer: {
    type: 'answer',
    sessionId: 'sess_9uI3oP6aS1dF4gH7jK2lZx',
    data: { type: 'answer', sdp: 'v=0\r\n…' },
  },
  'ice-candidate': {
    type: 'ice-candidate',
    sessionId: 'sess_9uI3oP6aS1dF4gH7jK2lZx',
    data: {
      candidate: 'candidate:1 1 udp 2122260223 192.0.2.7 54321 typ host',
      sdpMid: '0',
      sdpMLineIndex: 0,
    },
  },
  error: {
    type: 'error',
    sessionId: '',
    data: { code: 'UNAUTHORIZED', message: 'A valid auth token is required.' },
  },
  close: { type: 'close', sessionId: 'sess_9uI3oP6aS1dF4gH7jK2lZx' },
  ping: { type: 'ping' },
  pong: { type: 'pong' },
};

const schemas = {
  AgentMode: {
    default: 'end-to-end',
    oneOf: [
      { const: 'end-to-end', description: 'One speech-to-speech model hears and speaks.' },
      {
        const: 'traditional',
        description: 'Speech recognition, language model and speech synthesis in a row.',
      },
      { const: 'echo', description: 'The caller’s audio comes back. Debug gateways only.' },
      ...['realtime', 'agent', 'agent_v2'].map((mode) => ({
        const: mode,
        deprecated: true,
        description: 'Means end-to-end.',
      })),
      ...['normal', 'cascaded', 'agent_v1'].map((mode) => ({
        const: mode,
        deprecated: true,
        description: 'Means traditional.',
      })),
    ],
  },
  ErrorCode: {
    oneOf: [
      { const: 'UNAUTHORIZED', description: 'The token is missing, unknown, revoked, expired or stale.' },
      {
        const: 'FORBIDDEN',
        description: 'Not permitted on this gateway, for example mode echo in production.',
      },
      {
        const: 'INVALID_ARGUMENT',
        description: 'A field has an invalid value, or there is no such session.',
      },
      { const: 'INVALID_MESSAGE', description: 'The frame is malformed or of an unknown type.' },
      { const: 'HANDLER_ERROR', description: 'The server failed on the message.' },
      { const: 'MEDIA_BRIDGE_FAILURE', description: 'Media could not be set up, or died. `close` follows.' },
      {
        const: 'AGENT_FAILURE',
        description: 'The agent could not be reached, or failed for good. `close` follows.',
      },
    ],
  },
} as const;

const both = ['ice-candidate', 'close'] as const;
const fromClient = ['offer', ...both, 'ping'] as const;
const fromServer = ['answer', 'error', ...both, 'pong'] as const;

/**
 * The AsyncAPI 3 document of the signaling channel (interface 2.6 to 2.8 and 4.3). A test holds it against the code.
 * @param port where the service listens: its address where PUBLIC_URL gives no other.
 */
export function createAsyncApiDocument(config: AppConfig, port = config.http.port) {
  const { host, protocol, pathname } = new URL(config.http.publicUrl ?? `http://localhost:${port}`);
  const basePath = pathname.replace(/\/+$/, '');
  const names = Object.keys(payloads) as (keyof typeof payloads)[];
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Earshot signaling',
      version: '1.0.11',
      description:
        'Opens a real-time audio session with an agent. Open the socket, send an offer with authToken, set the answer, exchange ' +
        'candidates, talk, send close. Every frame gets an outcome; none is dropped in silence.',
    },
    defaultContentType: 'application/json',
    servers: {
      [config.instance.region]: {
        host,
        ...(basePath !== '' && { pathname: basePath }),
        protocol: protocol === 'https:' ? 'wss' : 'ws',
        description: `The region ${config.instance.region}.`,
      },
    },
    channels: {
      signal: {
        address: '/api/v1/webrtc/signal',
        messages: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
      },
    },
    operations: {
      receiveFromClient: {
        action: 'receive',
        channel: { $ref: '#/channels/signal' },
        messages: refs(fromClient),
      },
      sendToClient: { action: 'send', channel: { $ref: '#/channels/signal' }, messages: refs(fromServer) },
    },
    components: {
      schemas,
      messages: Object.fromEntries(
        names.map((name) => [
          name,
          { name, payload: payloads[name], examples: [{ payload: examples[name] }] },
        ]),
      ),
    },
  };
}

const refs = (names: readonly string[]) =>
  names.map((name) => ({ $ref: `#/channels/signal/messages/${name}` }));
