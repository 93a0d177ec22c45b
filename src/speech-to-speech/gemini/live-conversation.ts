import { newId } from '../../common/ids/index.js';
import type { ProviderEvent } from '../connection/index.js';
import type { LiveEvent, LiveFunctionCall } from './protocol/live-event.js';

/** What a server says once it has what its functions answered. */
const GOES_ON: ReadonlySet<LiveEvent['kind']> = new Set([
  'audio',
  'agent-words',
  'turn-complete',
  'function-calls',
  'interrupted',
]);

/**
 * Tells answers and turns apart in what a Gemini server says: its messages name neither. Where the server detects
 * turns, it doesn't say when the caller begins or ends; known are the words, the answers, and that one was given up.
 */
export class LiveConversation {
  /** The server is being told what the caller says, so that nothing that it sends is an answer to it. */
  private turnOpen = false;
  /** The answer that the server is at. */
  private answerId: string | undefined;
  private answerHasAudio = false;
  /** The server gave up an answer and has yet to say that its turn is over. */
  private givenUp = false;
  /** What the caller says at the moment, as far as its words are known. */
  private words: { readonly itemId: string; text: string } | undefined;
  /** Names of the functions whose answers the server waits for, by the ids of the calls. */
  private readonly waitedFor = new Map<string, string>();
  /** Functions whose answers were sent, and of which nothing tells yet that they arrived. */
  private readonly unconfirmed = new Set<string>();

  /**
   * A new connection goes on with the session; what the old one was at is lost.
   * @returns The calls whose answers the server does not have: it will make them again.
   */
  reconnect(): string[] {
    const lost = [...this.waitedFor.keys(), ...this.unconfirmed];
    this.turnOpen = false;
    this.answerId = undefined;
    this.waitedFor.clear();
    this.unconfirmed.clear();
    return lost;
  }

  turnBegins(): void {
    this.turnOpen = true;
    this.answerId = undefined;
  }

  turnEnds(): void {
    this.turnOpen = false;
  }

  /** @returns The name of a function whose answer the server waits for; it is asked for once. */
  takeFunction(callId: string): string | undefined {
    const name = this.waitedFor.get(callId);
    if (this.waitedFor.delete(callId)) this.unconfirmed.add(callId);
    return name;
  }

  translate(event: LiveEvent): ProviderEvent[] {
    if (GOES_ON.has(event.kind)) this.unconfirmed.clear();
    switch (event.kind) {
      case 'caller-words':
        return this.callerWords(event.delta);
      case 'interrupted':
        this.givenUp = true;
        this.answerId = undefined;
        return [{ kind: 'interrupted' }];
      case 'audio':
        return this.turnOpen ? [] : this.audio(event.base64);
      case 'agent-words': {
        if (this.turnOpen) return [];
        const responseId = this.answer();
        return [{ kind: 'agent-transcript-delta', responseId, itemId: responseId, delta: event.delta }];
      }
      case 'turn-complete':
        return this.turnComplete();
      case 'function-calls':
        return this.functionCalls(event.calls);
      case 'functions-cancelled':
        for (const id of event.ids) this.waitedFor.delete(id);
        return [{ kind: 'functions-cancelled', callIds: event.ids }];
      case 'resumable':
        return [];
      case 'usage':
        return [event];
    }
  }

  /** The answer that the server is at, begun where there is none. */
  private answer(): string {
    if (this.answerId === undefined) this.answerHasAudio = false;
    this.answerId ??= newId('turn');
    return this.answerId;
  }

  private callerWords(delta: string): ProviderEvent[] {
    this.words ??= { itemId: newId('turn'), text: '' };
    this.words.text += delta;
    const { itemId } = this.words;
    // Words may be known only after their answer has begun; then nothing more is due.
    const due: ProviderEvent[] = this.answerId === undefined ? [{ kind: 'reply-due' }] : [];
    return [{ kind: 'caller-heard' }, { kind: 'caller-transcript-delta', itemId, delta }, ...due];
  }

  private audio(base64: string): ProviderEvent[] {
    const responseId = this.answer();
    const audio: ProviderEvent = { kind: 'audio', responseId, itemId: responseId, base64 };
    if (this.answerHasAudio) return [audio];
    this.answerHasAudio = true;
    return [{ kind: 'response-created', responseId }, ...this.finishWords(), audio];
  }

  private turnComplete(): ProviderEvent[] {
    const responseId = this.answerId;
    const ofGivenUp = this.givenUp && responseId === undefined;
    this.givenUp = false;
    this.answerId = undefined;
    if (ofGivenUp || this.turnOpen) return [];
    return [...this.finishWords(), { kind: 'response-done', responseId, status: 'completed' }];
  }

  private functionCalls(calls: readonly LiveFunctionCall[]): ProviderEvent[] {
    const responseId = newId('turn');
    const called = calls.map(({ id, name, argumentsText }): ProviderEvent => {
      this.waitedFor.set(id, name);
      return { kind: 'function-call', responseId, callId: id, name, argumentsText };
    });
    return [...this.finishWords(), ...called, { kind: 'functions-called', responseId }];
  }

  /** The caller's turn is over, since it is being answered. */
  private finishWords(): ProviderEvent[] {
    const words = this.words;
    this.words = undefined;
    return words ? [{ kind: 'caller-transcript', ...words }] : [];
  }
}
