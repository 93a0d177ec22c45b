import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { MediaService, MediaSession } from '../../src/media/index.js';
import { checkFor } from '../support/ice-check.js';
import { openSession, startMedia } from './support/media-fixture.js';
import { readOffer } from './support/offers.js';

describe('connection to the media TCP port', () => {
  let media: MediaService;
  let session: MediaSession;
  let port: number;
  let fragment: string;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    media = await startMedia({}, { tcpCheckTimeoutMs: 500 });
    session = await openSession(media, readOffer('chromium'));
    const { answerSdp } = session;
    port = Number(/^a=candidate:\S+ 1 tcp \d+ \S+ (\d+) /m.exec(answerSdp)?.[1]);
    fragment = /^a=ice-ufrag:(\S+)/m.exec(answerSdp)?.[1] ?? '';
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    session.close();
    await media.close();
  });

  async function opened(): Promise<Socket> {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  }

  it('is closed when it names no call', async () => {
    const silent = await opened();
    await once(silent.resume(), 'close');
  });

  it('is closed when it names an unknown call', async () => {
    const stranger = await opened();
    stranger.write(checkFor('nobodys'));
    await once(stranger.resume(), 'close');
  });

  it('reaches the worker when it names a waiting call', async () => {
    const caller = await opened();
    caller.write(checkFor(fragment));
    const [answer] = (await once(caller, 'data')) as [Buffer];
    // A binding error: the client must also know the call's password.
    expect(answer.readUInt16BE(2)).toBe(0x0111);
  });
});
