import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

import type {
  Protocol,
  ProviderSession,
  SocketFactory,
} from '../../src/speech-to-speech/connection/index.js';

const RATE_HZ = 16_000;

/** What happens to a connection. */
export type Welcome = 'serve' | 'hang' | 'refuse' | 'break' | 'unauthorized';

/** A provider with a minimal protocol: it says `ready` and receives one item per message. */
export class PlainServer {
  readonly askedAtMs: number[] = [];
  /** Messages of each connection, in order. */
  readonly told: string[][] = [];
  readonly sockets: WebSocket[] = [];
  private server!: WebSocketServer;

  /** @param welcome What happens to each connection by number, from 0. */
  static async start(welcome: (index: number) => Welcome): Promise<PlainServer> {
    const plain = new PlainServer();
    plain.server = new WebSocketServer({
      port: 0,
      host: '127.0.0.1',
      verifyClient: (_info, answer) => {
        const kind = welcome(plain.askedAtMs.push(performance.now()) - 1);
        if (kind === 'refuse') return answer(false, 503);
        if (kind === 'unauthorized') return answer(false, 401);
        answer(true);
        // Accepted messages are in `connection` by now.
        const told: string[] = [];
        const socket = plain.sockets.at(-1)!;
        plain.told.push(told);
        socket.on('message', (data: Buffer) => told.push(data.toString()));
        if (kind === 'serve') socket.send('ready');
        if (kind === 'break') socket.terminate();
      },
    });
    plain.server.on('connection', (socket) => plain.sockets.push(socket));
    await once(plain.server, 'listening');
    return plain;
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.terminate();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Its protocol. */
export function plainProtocol(url: string, isResumed: boolean): Protocol {
  const messages = { ignored: () => undefined, malformed: () => undefined };
  return {
    name: 'plain',
    modelId: 'plain',
    inputRateHz: RATE_HZ,
    outputRateHz: RATE_HZ,
    messages,
    apiKey: undefined,
    serverLeads: false,
    serverSilenceMs: undefined,
    instructions: '',
    open: (sockets, receive) => openPlain(url, sockets, receive, isResumed),
  };
}

const openPlain = (
  url: string,
  sockets: SocketFactory,
  receive: Parameters<Protocol['open']>[1],
  isResumed: boolean,
) =>
  new Promise<ProviderSession>((resolve, reject) => {
    const socket = sockets(
      url,
      {},
      {
        onopen: () => undefined,
        onerror: reject,
        onclose: () => reject(new Error('closed')),
        onmessage: ({ data }) => {
          if (data === 'ready') resolve(session);
          else receive({ kind: 'caller-transcript', itemId: 'i', text: data });
        },
      },
    );
    const tell = (words: string) => () => socket.send(words);
    const session: ProviderSession = {
      isResumed,
      sendAudio: (samples) => socket.send(`audio ${samples[0]}`),
      beginTurn: tell('begin'),
      endTurn: tell('end'),
      discardTurn: tell('discard'),
      ask: tell('ask'),
      cancelAnswer: tell('cancel'),
      truncate: tell('truncate'),
      forget: tell('forget'),
      addItem: (item) => socket.send(`item ${item.kind}`),
    };
    socket.connect();
  });
