import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { jest } from '@jest/globals';
import type { WebSocket } from 'ws';
import { AppConfig } from '../common/config/index.js';
import { SocketCensus } from './socket-census.js';

const PER_SECOND = 10;

function censusWith(sockets: number, address: string, census = newCensus()) {
  const made = Array.from({ length: sockets }, () => new EventEmitter() as unknown as WebSocket);
  const request = { headers: {}, socket: { remoteAddress: address } } as IncomingMessage;
  for (const socket of made) census.add(socket, request);
  return { census, sockets: made };
}

const newCensus = () =>
  new SocketCensus(AppConfig.fromEnvironment({}, { signaling: { maxFramesPerSecond: PER_SECOND } }));

/** Frames served before the first refusal. */
function served(census: SocketCensus, sockets: readonly WebSocket[], bytes = 100): number {
  let count = 0;
  for (const socket of sockets) while (census.mayServe(socket, bytes)) count += 1;
  return count;
}

describe('frame budget of sockets', () => {
  // The budget grows with time.
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it("is shared by an address's sockets without a call, including new ones", () => {
    const { census, sockets } = censusWith(20, '192.0.2.1');
    expect(served(census, sockets)).toBe(100 * PER_SECOND);
    const again = censusWith(20, '192.0.2.1', census);
    expect(served(census, again.sockets)).toBe(0);
    const elsewhere = censusWith(1, '192.0.2.2', census);
    expect(served(census, elsewhere.sockets)).toBe(20 * PER_SECOND);
  });

  it('grows with each call, regardless of other sockets of the address', () => {
    const { census, sockets } = censusWith(20, '192.0.2.1');
    const [caller, ...others] = sockets as [WebSocket, ...WebSocket[]];
    served(census, others);
    census.authenticated(caller);
    expect(served(census, [caller])).toBe(20 * PER_SECOND);
  });

  it('shrinks for large frames', () => {
    const { census, sockets } = censusWith(1, '192.0.2.1');
    expect(served(census, sockets, 65_536)).toBe(Math.floor((20 * PER_SECOND) / 8));
  });
});
