import { SIGNALING_PATH } from './wire/index.js';
import { asksForSocket, refusalOfSocket } from './upgrade-gate.js';

const LIMITS = {
  allowedOrigins: ['https://shop.example'],
  maxSockets: 10,
  maxUnauthenticatedSocketsPerAddress: 3,
};
const NOTHING_OPEN = { total: 0, unauthenticatedOfAddress: 0 };

const request = (headers: Record<string, string | undefined> = {}, method = 'GET', url = SIGNALING_PATH) => ({
  method,
  url,
  headers: {
    host: 'voice.example:443',
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    origin: 'https://shop.example',
    ...headers,
  },
});

describe('upgrade gate of the signaling socket', () => {
  it.each([
    ['a WebSocket', request(), true],
    ['one among other protocols', request({ upgrade: 'h2c, WebSocket' }), true],
    ['one with a query', request({}, 'GET', `${SIGNALING_PATH}?region=eu`), true],
    ['HTTP/2 in clear', request({ upgrade: 'h2c' }), false],
    ['no upgrade', request({ upgrade: undefined }), false],
    ['a WebSocket by POST', request({}, 'POST'), false],
    ['a path that is not it', request({}, 'GET', '/v1/agents'), false],
    ['a trailing slash', request({}, 'GET', `${SIGNALING_PATH}/`), false],
  ])('recognizes a request for %s: %#', (_name, asked, expected) => {
    expect(asksForSocket(asked)).toBe(expected);
  });

  it('accepts a valid request', () => {
    expect(refusalOfSocket(request(), LIMITS, NOTHING_OPEN)).toBeUndefined();
    expect(refusalOfSocket(request({ origin: undefined }), LIMITS, NOTHING_OPEN)).toBeUndefined();
  });

  it.each([
    ['no upgrade', request({ upgrade: undefined }), NOTHING_OPEN, 426],
    [
      'an old version, whose origin has another name',
      request({ 'sec-websocket-version': '8' }),
      NOTHING_OPEN,
      426,
    ],
    ['no key', request({ 'sec-websocket-key': undefined }), NOTHING_OPEN, 400],
    ['a key of a wrong length', request({ 'sec-websocket-key': 'abc=' }), NOTHING_OPEN, 400],
    ['a malformed Host', request({ host: 'a b' }), NOTHING_OPEN, 400],
    ['a Host with a path', request({ host: 'voice.example/x' }), NOTHING_OPEN, 400],
    ["another page's origin", request({ origin: 'https://evil.example' }), NOTHING_OPEN, 403],
    ['every place taken', request(), { total: 10, unauthenticatedOfAddress: 0 }, 503],
    ['too many of its address without a call', request(), { total: 3, unauthenticatedOfAddress: 3 }, 429],
  ])('rejects %s', (_name, asked, open, status) => {
    expect(refusalOfSocket(asked, LIMITS, open)?.status).toBe(status);
  });
});
