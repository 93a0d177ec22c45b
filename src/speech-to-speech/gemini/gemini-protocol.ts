import type { Session } from '@google/genai';

import { pcmOf } from '../../common/audio/index.js';
import { withEarlierWords } from '../../voice/earlier-words.js';
import {
  type GuardedSocket,
  type Opening,
  type Protocol,
  type ProviderEvent,
  type ProviderSession,
  type ReplayedItem,
  type SocketCallbacks,
  type SocketFactory,
} from '../connection/index.js';
import { earlierEntries } from './earlier-entries.js';
import { GeminiClient } from './gemini-client.js';
import { GEMINI_INPUT_RATE_HZ, GEMINI_OUTPUT_RATE_HZ, type GeminiTarget } from './gemini-target.js';
import { LiveConversation } from './live-conversation.js';
import type { LiveEvent } from './protocol/live-event.js';
import { parseLiveMessage } from './protocol/parse-live-message.js';

/** The network ended the connection, not the server (RFC 6455, 7.4.1). */
const ABNORMAL_CLOSURE = 1006;

/** Prompt for an answer that the model failed to give. */
const ANSWER = 'Answer what the caller said last.';

/** Commands to a Gemini Live server whose session is set up. */
class GeminiSession implements ProviderSession {
  /** True if Earshot detects the caller's turns; the server's activity detection is off then. */
  private readonly ownTurns: boolean;

  constructor(
    private readonly session: Session,
    private readonly socket: GuardedSocket,
    private readonly conversation: LiveConversation,
    ownTurns: boolean,
    readonly isResumed: boolean,
  ) {
    this.ownTurns = ownTurns;
  }

  sendAudio(samples: Int16Array): void {
    if (this.socket.congested) return;
    const mimeType = `audio/pcm;rate=${GEMINI_INPUT_RATE_HZ}`;
    this.session.sendRealtimeInput({ audio: { data: pcmOf(samples).toString('base64'), mimeType } });
  }

  beginTurn(): void {
    this.conversation.turnBegins();
    this.session.sendRealtimeInput({ activityStart: {} });
  }

  /** The server answers on its own. */
  endTurn(): void {
    this.conversation.turnEnds();
    this.session.sendRealtimeInput({ activityEnd: {} });
  }

  discardTurn(): void {
    this.endTurn();
  }

  /** Sends text, which the model answers. Newer models take text during a call only in this way. */
  ask(text = ANSWER): void {
    this.conversation.asked();
    if (this.ownTurns) this.session.sendRealtimeInput({ activityStart: {} });
    this.session.sendRealtimeInput({ text });
    if (this.ownTurns) this.session.sendRealtimeInput({ activityEnd: {} });
  }

  // The start of the caller's turn stops the server, which itself tracks how much was heard.
  cancelAnswer(): void {}

  truncate(): void {}

  forget(): void {}

  /** The server waits for function results, unless it has cancelled the calls. */
  addItem(item: ReplayedItem): void {
    if (item.kind !== 'function-output') return;
    const { callId: id, output } = item;
    const name = this.conversation.takeFunction(id);
    if (name === undefined) return;
    this.conversation.asked();
    this.session.sendToolResponse({ functionResponses: [{ id, name, response: { output } }] });
  }
}

/** The Gemini Live protocol. A resumable session survives its connection; otherwise a new one gets the history. */
export class GeminiProtocol implements Protocol {
  readonly name = 'Gemini';
  readonly inputRateHz = GEMINI_INPUT_RATE_HZ;
  readonly outputRateHz = GEMINI_OUTPUT_RATE_HZ;
  readonly serverLeads = true;
  readonly serverSilenceMs = undefined;
  readonly instructions = '';
  private readonly conversation = new LiveConversation();
  /** A new connection can resume the session with it, once. */
  private handle: string | undefined;

  constructor(private readonly target: GeminiTarget) {}

  get messages() {
    return this.target.messages;
  }

  get outbound() {
    return this.target.outbound;
  }

  get modelId(): string {
    return this.target.modelId;
  }

  get apiKey(): string {
    return this.target.apiKey;
  }

  get maySayNothing(): boolean {
    return this.target.config.proactivity?.proactiveAudio === true;
  }

  async open(
    sockets: SocketFactory,
    receive: (event: ProviderEvent) => void,
    opening: Opening,
  ): Promise<ProviderSession> {
    const { handle } = this;
    this.handle = undefined;
    let socket: GuardedSocket | undefined;
    const following: SocketFactory = (...args) => (socket = sockets(...args));
    try {
      if (handle !== undefined) return await this.begin(following, receive, { ...opening, handle });
    } catch (error) {
      if (!hasRefused(socket)) {
        this.handle = handle;
        throw error;
      }
    }
    return await this.begin(sockets, receive, { ...opening, handle: undefined });
  }

  private async begin(
    sockets: SocketFactory,
    receive: (event: ProviderEvent) => void,
    { handle, said }: Beginning,
  ): Promise<ProviderSession> {
    const { modelId, config, instructions } = this.target;
    const isResumed = handle !== undefined;
    for (const event of this.conversation.reconnect(isResumed)) receive(event);
    let socket: GuardedSocket | undefined;
    const create = (url: string, headers: Record<string, string>, callbacks: SocketCallbacks) => {
      const opened = libraryReady(sockets, url, headers, callbacks);
      socket = opened.socket;
      return opened.forLibrary;
    };
    const told = isResumed
      ? instructions
      : withEarlierWords(instructions, { entries: earlierEntries(said()) });
    const session = await new GeminiClient(this.target).openLive(
      { create },
      {
        model: modelId,
        config: {
          ...config,
          ...(told !== '' && { systemInstruction: told }),
          sessionResumption: isResumed ? { handle } : {},
        },
        callbacks: {
          onmessage: (message) => {
            const events = parseLiveMessage(message);
            if (!events) return socket?.malformed();
            if (events.length === 0) socket?.ignored(Object.keys(message)[0] ?? '');
            for (const event of events) this.take(event, receive);
          },
        },
      },
    );
    if (!socket) throw new Error('The library opened no socket');
    const ownTurns = config.realtimeInputConfig?.automaticActivityDetection?.disabled === true;
    return new GeminiSession(session, socket, this.conversation, ownTurns, isResumed);
  }

  private take(event: LiveEvent, receive: (event: ProviderEvent) => void): void {
    if (event.kind === 'resumable') this.handle = event.handle;
    for (const translated of this.conversation.translate(event)) receive(translated);
  }
}

interface Beginning extends Opening {
  readonly handle: string | undefined;
}

/** The server closed a connection that it had accepted. */
const hasRefused = (socket: GuardedSocket | undefined): boolean =>
  socket?.closeCode !== undefined && socket.closeCode !== ABNORMAL_CLOSURE;

/**
 * A socket that passes only JSON objects to the library, because other messages cause unhandled rejections there. Holds
 * messages back until the library has requested a session, because it is not ready for them earlier.
 */
function libraryReady(
  sockets: SocketFactory,
  url: string,
  headers: Record<string, string>,
  callbacks: SocketCallbacks,
) {
  let asked = false;
  const onmessage: SocketCallbacks['onmessage'] = (message) => {
    if (asked && isJsonObject(message.data)) callbacks.onmessage(message);
    else socket.malformed();
  };
  const socket = sockets(url, headers, { ...callbacks, onmessage });
  const forLibrary = {
    connect: () => socket.connect(),
    close: () => socket.close(),
    send: (message: string) => {
      asked = true;
      socket.send(message);
    },
  };
  return { socket, forLibrary };
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
