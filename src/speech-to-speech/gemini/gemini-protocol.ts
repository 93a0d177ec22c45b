import { pcmOf } from '../../audio/index.js';
import { withEarlierWords } from '../../voice/earlier-words.js';
import { fieldsOf, parsed } from '../../providers/index.js';
import type {
  GuardedSocket,
  Opening,
  Protocol,
  ProviderEvent,
  ProviderSession,
  ReplayedItem,
  SocketFactory,
} from '../connection/index.js';
import { earlierEntries } from './earlier-entries.js';
import {
  GEMINI_INPUT_RATE_HZ,
  GEMINI_OUTPUT_RATE_HZ,
  type GeminiTarget,
  sessionUrl,
} from './gemini-target.js';
import { LiveConversation } from './live-conversation.js';
import type { LiveEvent } from './protocol/live-event.js';
import { parseLiveMessage } from './protocol/parse-live-message.js';

/** The network ended the connection, not the server (RFC 6455, 7.4.1). */
const ABNORMAL_CLOSURE = 1006;

/** Prompt for an answer that the model failed to give. */
const ANSWER = 'Answer what the caller said last.';

/** Commands to a Gemini Live server whose session is set up. */
class GeminiSession implements ProviderSession {
  constructor(
    private readonly socket: GuardedSocket,
    private readonly conversation: LiveConversation,
    private readonly ownTurns: boolean,
    readonly isResumed: boolean,
  ) {}

  sendAudio(samples: Int16Array): void {
    if (this.socket.congested) return;
    const mimeType = `audio/pcm;rate=${GEMINI_INPUT_RATE_HZ}`;
    this.input({ audio: { data: pcmOf(samples).toString('base64'), mimeType } });
  }

  beginTurn(): void {
    this.conversation.turnBegins();
    this.input({ activityStart: {} });
  }

  /** The server answers on its own. */
  endTurn(): void {
    this.conversation.turnEnds();
    this.input({ activityEnd: {} });
  }

  discardTurn(): void {
    this.endTurn();
  }

  /** Sends text, which the model answers. Newer models take text during a call only in this way. */
  ask(text = ANSWER): void {
    this.conversation.asked();
    if (this.ownTurns) this.input({ activityStart: {} });
    this.input({ text });
    if (this.ownTurns) this.input({ activityEnd: {} });
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
    this.send({ toolResponse: { functionResponses: [{ id, name, response: { output } }] } });
  }

  private input(realtimeInput: object): void {
    this.send({ realtimeInput });
  }

  private send(message: object): void {
    this.socket.send(JSON.stringify(message));
  }
}

/** The Gemini Live protocol. A resumable session survives its connection; otherwise a new one gets the history. */
export class GeminiProtocol implements Protocol {
  readonly name = 'Gemini';
  readonly inputRateHz = GEMINI_INPUT_RATE_HZ;
  readonly outputRateHz = GEMINI_OUTPUT_RATE_HZ;
  readonly messages = this.target.messages;
  readonly outbound = this.target.outbound;
  readonly modelId = this.target.modelId;
  readonly apiKey = this.target.apiKey;
  readonly maySayNothing = this.target.maySayNothing;
  readonly serverLeads = true;
  readonly serverSilenceMs = undefined;
  readonly instructions = '';
  private readonly conversation = new LiveConversation();
  /** A new connection can resume the session with it, once. */
  private handle: string | undefined;

  constructor(private readonly target: GeminiTarget) {}

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

  private begin(
    sockets: SocketFactory,
    receive: (event: ProviderEvent) => void,
    { handle, said }: Beginning,
  ): Promise<ProviderSession> {
    const isResumed = handle !== undefined;
    for (const event of this.conversation.reconnect(isResumed)) receive(event);
    const setup = JSON.stringify({ setup: this.setup(handle, said) });
    return new Promise((resolve, reject) => {
      const gone = () => reject(new Error('The connection ended'));
      let isReady = false;
      const socket = sockets(
        sessionUrl(this.target),
        {},
        {
          onopen: () => socket.send(setup),
          onerror: gone,
          onclose: gone,
          onmessage: ({ data }) => {
            const message = fieldsOf(parsed(data));
            const events = parseLiveMessage(message);
            if (!message || !events) return socket.malformed();
            if (fieldsOf(message['setupComplete'])) {
              isReady = true;
              resolve(new GeminiSession(socket, this.conversation, this.target.ownTurns, isResumed));
            } else if (!isReady || events.length === 0) socket.ignored(Object.keys(message)[0] ?? '');
            if (isReady) for (const event of events) this.take(event, receive);
          },
        },
      );
      socket.connect();
    });
  }

  /** A resumed session has the history already. */
  private setup(handle: string | undefined, said: Opening['said']): object {
    const { modelId, instructions, setup } = this.target;
    const text =
      handle === undefined
        ? withEarlierWords(instructions, { entries: earlierEntries(said()) })
        : instructions;
    return {
      ...setup,
      model: /^(models|tunedModels)\//.test(modelId) ? modelId : `models/${modelId}`,
      ...(text !== '' && { systemInstruction: { role: 'user', parts: [{ text }] } }),
      sessionResumption: { handle },
    };
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
