import { AgentFault } from '../../voice/agent-adapter.js';
import { providerFault } from '../../providers/index.js';
import type {
  GuardedSocket,
  Protocol,
  ProviderSession,
  ReconnectingLink,
  SocketFactory,
} from '../connection/index.js';
import type { ReplayedItem } from '../dialogue/index.js';
import {
  appendAudio,
  clearAudio,
  commitAudio,
  createItem,
  REALTIME_RATE_HZ,
  sessionUpdate,
  type ClientEvent,
  type SessionSetup,
} from './protocol/client-events.js';
import { parseServerMessage } from './protocol/parse-server-message.js';
import type { RealtimeDialect, ServerEvent } from './protocol/server-event.js';
import { handshakeHeaders, socketUrl, type RealtimeTarget } from './realtime-target.js';

/** What is sent to a Realtime server whose session is set up. */
export class RealtimeSession implements ProviderSession {
  readonly #socket: GuardedSocket;
  readonly #dialect: RealtimeDialect;

  constructor(socket: GuardedSocket, dialect: RealtimeDialect) {
    this.#socket = socket;
    this.#dialect = dialect;
  }

  send(event: ClientEvent): void {
    this.#socket.send(JSON.stringify(event));
  }

  sendAudio(samples: Int16Array): void {
    if (!this.#socket.congested) this.send(appendAudio(samples));
  }

  beginTurn(): void {}

  endTurn(): void {
    this.send(commitAudio());
  }

  discardTurn(): void {
    this.send(clearAudio());
  }

  addItem(item: ReplayedItem): void {
    this.send(createItem(item, this.#dialect));
  }
}

export type RealtimeLink = ReconnectingLink<ServerEvent, RealtimeSession>;

/** The OpenAI Realtime protocol, in the dialect that the server speaks. */
export class RealtimeProtocol implements Protocol<ServerEvent, RealtimeSession> {
  readonly name = 'Realtime';
  readonly inputRateHz = REALTIME_RATE_HZ;
  readonly outputRateHz = REALTIME_RATE_HZ;
  readonly resumable = true;
  readonly #target: RealtimeTarget;
  readonly #setup: SessionSetup;

  constructor(target: RealtimeTarget, setup: SessionSetup) {
    this.#target = target;
    this.#setup = setup;
  }

  get messages() {
    return this.#target.messages;
  }

  open(sockets: SocketFactory, receive: (event: ServerEvent) => void): Promise<RealtimeSession> {
    return new Promise((resolve, reject) => {
      let dialect: RealtimeDialect = 'ga';
      let take = (event: ServerEvent): void => {
        if (event.kind === 'session-created') {
          dialect = this.#target.dialect === 'auto' ? event.dialect : this.#target.dialect;
          socket.send(JSON.stringify(sessionUpdate(this.#setup, dialect)));
        }
        if (event.kind === 'error') reject(sessionRefused());
        if (event.kind !== 'session-updated') return;
        take = receive;
        resolve(new RealtimeSession(socket, dialect));
      };
      const gone = () => reject(new Error('The connection ended'));
      const socket = sockets(socketUrl(this.#target), handshakeHeaders(this.#target), {
        onopen: () => undefined,
        onerror: gone,
        onclose: gone,
        onmessage: ({ data }) => {
          const parsed = parseServerMessage(data);
          if (parsed.kind === 'event') take(parsed.event);
          else socket[parsed.kind]();
        },
      });
      socket.connect();
    });
  }
}

const sessionRefused = () =>
  new AgentFault(providerFault.refused, 'The Realtime server refused the session', false);
