import { pcmOf } from '../../audio/index.js';
import { AgentFault } from '../../voice/agent-adapter.js';
import type { UsageAmounts } from '../../voice/provider-usage.js';
import { providerFault } from '../../providers/index.js';
import type {
  AskedTools,
  GuardedSocket,
  Opening,
  Protocol,
  ProviderEvent,
  ProviderSession,
  ReplayedItem,
  SocketFactory,
} from '../connection/index.js';
import {
  createResponse,
  itemOf,
  REALTIME_RATE_HZ,
  sessionUpdate,
  toolsUpdate,
  type SentRealtimeEvent,
  type SessionSetup,
} from './protocol/client-events.js';
import type { RealtimeDialect, ServerEvent } from './protocol/server-event.js';
import { ServerMessages } from './protocol/server-messages.js';
import { SessionBeginning } from './session-beginning.js';
import { handshakeHeaders, realtimeUrl, type RealtimeTarget } from './realtime-target.js';

/** The server was already answering when an answer was requested. */
const ANSWER_REFUSED = 'conversation_already_has_active_response';

/** Harmless errors of a race: the item to cancel or truncate had just ended. */
const HARMLESS_ERRORS: ReadonlySet<string> = new Set([
  'response_cancel_not_active',
  'input_audio_buffer_commit_empty',
  'item_truncate_invalid_item_id',
  'item_delete_invalid_item_id',
]);

/** Commands to a Realtime server whose session is set up. */
class RealtimeSession implements ProviderSession {
  readonly isResumed = false;

  constructor(
    private readonly socket: GuardedSocket,
    private readonly dialect: RealtimeDialect,
    private readonly setup: SessionSetup,
    /** The tools that were last sent to the server. */
    private toldTools: string,
  ) {
    // The tools may have changed during setup.
    this.updateTools();
  }

  updateTools(): void {
    const tools = JSON.stringify(this.setup.tools());
    if (tools === this.toldTools) return;
    this.toldTools = tools;
    this.send(toolsUpdate(this.setup, this.dialect));
  }

  sendAudio(samples: Int16Array): void {
    if (this.socket.congested) return;
    this.send({ type: 'input_audio_buffer.append', audio: pcmOf(samples).toString('base64') });
  }

  beginTurn(): void {}

  endTurn(): void {
    this.send({ type: 'input_audio_buffer.commit' });
  }

  discardTurn(): void {
    this.send({ type: 'input_audio_buffer.clear' });
  }

  ask(instructions: string | undefined, tools?: AskedTools): void {
    this.send(createResponse(instructions, tools));
  }

  cancelAnswer(): void {
    this.send({ type: 'response.cancel' });
  }

  truncate(itemId: string, heardMs: number): void {
    const end = { content_index: 0, audio_end_ms: Math.floor(heardMs) };
    this.send({ type: 'conversation.item.truncate', item_id: itemId, ...end });
  }

  forget(itemId: string): void {
    this.send({ type: 'conversation.item.delete', item_id: itemId });
  }

  addItem(item: ReplayedItem): void {
    this.send({ type: 'conversation.item.create', item: itemOf(item, this.dialect) });
  }

  private send(event: SentRealtimeEvent): void {
    this.socket.send(JSON.stringify(event));
  }
}

/** The OpenAI Realtime protocol, in the dialect that the server speaks. */
export class RealtimeProtocol implements Protocol {
  readonly name = 'Realtime';
  readonly inputRateHz = REALTIME_RATE_HZ;
  readonly outputRateHz = REALTIME_RATE_HZ;
  readonly messages = this.target.messages;
  readonly outbound = this.target.outbound;
  readonly apiKey = this.target.apiKey;
  readonly modelId = this.target.modelId;
  readonly serverLeads = false;

  constructor(
    private readonly target: RealtimeTarget,
    private readonly setup: SessionSetup,
  ) {}

  get instructions(): string {
    return this.setup.instructions;
  }

  get serverSilenceMs(): number {
    return this.setup.turnDetection?.silenceMs ?? 0;
  }

  /** Caller transcripts come from another model. */
  private usage(event: ServerEvent, used: UsageAmounts): ProviderEvent {
    const isTranscript = event.kind === 'caller-transcript';
    return { kind: 'usage', used, ...(isTranscript && { model: this.setup.transcriptionModel }) };
  }

  open(
    sockets: SocketFactory,
    receive: (event: ProviderEvent) => void,
    { withinMs }: Opening,
  ): Promise<ProviderSession> {
    return new Promise((resolve, reject) => {
      const messages = new ServerMessages([this.apiKey]);
      let toldTools = '';
      const tellSession = (dialect: RealtimeDialect) => {
        toldTools = JSON.stringify(this.setup.tools());
        socket.send(JSON.stringify(sessionUpdate(this.setup, dialect)));
      };
      const beginning = new SessionBeginning({ dialect: this.target.dialect, withinMs, tell: tellSession });
      let take = (event: ServerEvent): void => {
        const outcome = beginning.take(event);
        if (outcome?.kind === 'refused') reject(sessionRefused(outcome.detail));
        if (outcome?.kind !== 'ready') return;
        take = (later) => tell(later, receive);
        resolve(new RealtimeSession(socket, outcome.dialect, this.setup, toldTools));
      };
      const gone = () => {
        beginning.close();
        reject(new Error('The connection ended'));
      };
      const socket = sockets(realtimeUrl(this.target), handshakeHeaders(this.target), {
        onopen: () => beginning.opened(),
        onerror: gone,
        onclose: gone,
        onmessage: ({ data }) => {
          const parsed = messages.read(data);
          if (parsed.kind === 'malformed') return socket.malformed();
          if (parsed.kind === 'ignored') return socket.ignored(parsed.type);
          take(parsed.event);
          if (parsed.used) receive(this.usage(parsed.event, parsed.used));
        },
      });
      socket.connect();
    });
  }
}

function tell(event: ServerEvent, receive: (event: ProviderEvent) => void): void {
  if (event.kind === 'session-created' || event.kind === 'session-updated') return;
  if (event.kind !== 'provider-error') return receive(event);
  if (event.code === ANSWER_REFUSED) receive({ kind: 'answer-refused' });
  else if (!HARMLESS_ERRORS.has(event.code)) receive({ kind: 'error', detail: event.detail });
}

const sessionRefused = (detail: string | undefined) =>
  new AgentFault(providerFault.refused, 'The Realtime server refused the session', false, { detail });
