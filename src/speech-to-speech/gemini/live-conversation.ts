import { newId } from '../../common/ids/index.js';
import type { ProviderEvent } from '../connection/index.js';
import { GEMINI_OUTPUT_RATE_HZ } from './gemini-target.js';
import type { LiveEvent, LiveFunctionCall } from './protocol/live-event.js';

/** Events that show that the server has received its function results. */
const GOES_ON: ReadonlySet<LiveEvent['kind']> = new Set([
  'audio',
  'agent-words',
  'turn-complete',
  'function-calls',
  'interrupted',
]);

/** Some models report a complete turn right after their function calls, others don't. */
const CALLED_WITHIN_MS = 1_000;

/**
 * Upper limit for the speech time of one character in any script: if the audio is longer than that, words are still
 * missing.
 */
const MOST_MS_A_CHARACTER = 300;

/** One answer, and how much of it has arrived. */
interface Answer {
  readonly id: string;
  audioMs: number;
  characters: number;
}

/**
 * Assigns the messages of a Gemini server to answers and turns, which they do not name. If the server detects turns, it
 * does not report when the caller starts or stops: only words, answers and interruptions.
 */
export class LiveConversation {
  /** A caller turn is being sent, so nothing that the server sends is an answer to it. */
  private turnOpen = false;
  private answer: Answer | undefined;
  /** The previous answer, whose words may still arrive. */
  private ended: Answer | undefined;
  /** The server has received something since that it has to answer. */
  private isDue = false;
  /** The server dropped an answer and has yet to report the end of its turn. */
  private givenUp = false;
  private calledAtMs = Number.NEGATIVE_INFINITY;
  /** The words of the caller's current turn, as far as they are known. */
  private words: { readonly itemId: string; text: string } | undefined;
  /** Names of the functions whose results the server waits for, by call id. */
  private readonly waitedFor = new Map<string, string>();
  /** Functions whose results were sent, without a sign yet that they arrived. */
  private readonly unconfirmed = new Set<string>();

  /**
   * A new connection replaces a lost one.
   * @param goesOn Whether the server resumes the session, and so may still report words of the caller.
   * @returns Events that follow from the loss. Calls without a result at the server are cancelled, because it repeats
   * them.
   */
  reconnect(goesOn: boolean): ProviderEvent[] {
    const callIds = [...this.waitedFor.keys(), ...this.unconfirmed];
    this.turnOpen = false;
    this.endAnswer();
    this.waitedFor.clear();
    this.unconfirmed.clear();
    const lost: ProviderEvent[] = callIds.length > 0 ? [{ kind: 'functions-cancelled', callIds }] : [];
    return goesOn ? lost : [...lost, ...this.finishWords()];
  }

  turnBegins(): void {
    this.turnOpen = true;
    this.endAnswer();
  }

  turnEnds(): void {
    this.turnOpen = false;
    this.isDue = true;
  }

  /** The server was sent something that it answers. */
  asked(): void {
    this.isDue = true;
  }

  /** @returns The name of a function whose result the server waits for; returned only once. */
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
        this.endAnswer();
        return [{ kind: 'interrupted' }];
      case 'audio':
        return this.turnOpen ? [] : this.audio(event.base64);
      case 'agent-words':
        return this.agentWords(event.delta);
      case 'turn-complete':
        return this.turnComplete(event.detail);
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

  private endAnswer(): void {
    this.ended = this.answer ?? this.ended;
    this.answer = undefined;
    this.isDue = false;
  }

  private callerWords(delta: string): ProviderEvent[] {
    const begins = this.words === undefined;
    this.words ??= { itemId: newId('turn'), text: '' };
    this.words.text += delta;
    const { itemId } = this.words;
    const item: ProviderEvent[] = begins ? [{ kind: 'caller-item', itemId }] : [];
    const heard: ProviderEvent[] = [
      { kind: 'caller-heard' },
      { kind: 'caller-transcript-delta', itemId, delta },
    ];
    // Words may be known only after their answer has begun; then no further answer is due.
    if (this.answer) return [...item, ...heard];
    this.isDue = true;
    return [...item, ...heard, { kind: 'reply-due' }];
  }

  private audio(base64: string): ProviderEvent[] {
    const { answer, begun } = this.current();
    const { id } = answer;
    const created: ProviderEvent[] =
      answer.audioMs === 0 ? [{ kind: 'response-created', responseId: id }, ...this.finishWords()] : [];
    answer.audioMs += lengthMs(base64);
    return [...created, ...begun, { kind: 'audio', responseId: id, itemId: id, base64 }];
  }

  /** Words of an answer may arrive after its end, and even after the caller has spoken again. */
  private agentWords(delta: string): ProviderEvent[] {
    const late = this.answer ? undefined : this.ended;
    const isLate = late !== undefined && (!this.isDue || lacksWords(late));
    if (!isLate && this.turnOpen) return [];
    const { answer, begun } = isLate ? { answer: late, begun: [] } : this.current();
    answer.characters += delta.length;
    const { id } = answer;
    return [...begun, { kind: 'agent-transcript-delta', responseId: id, itemId: id, delta }];
  }

  /** The answer in progress; begins one if there is none. */
  private current(): { readonly answer: Answer; readonly begun: readonly ProviderEvent[] } {
    if (this.answer) return { answer: this.answer, begun: [] };
    const id = newId('turn');
    this.answer = { id, audioMs: 0, characters: 0 };
    return { answer: this.answer, begun: [{ kind: 'agent-item', responseId: id, itemId: id }] };
  }

  private turnComplete(detail: string | undefined): ProviderEvent[] {
    const responseId = this.answer?.id;
    const ofGivenUp = this.givenUp && responseId === undefined;
    const ofCalls = this.waitedFor.size > 0 || performance.now() - this.calledAtMs < CALLED_WITHIN_MS;
    this.givenUp = false;
    if (ofGivenUp || this.turnOpen || (responseId === undefined && ofCalls)) return [];
    this.endAnswer();
    return [...this.finishWords(), { kind: 'response-done', responseId, status: 'completed', detail }];
  }

  private functionCalls(calls: readonly LiveFunctionCall[]): ProviderEvent[] {
    this.calledAtMs = performance.now();
    const responseId = newId('turn');
    const called = calls.map(({ id, name, argumentsText }): ProviderEvent => {
      this.waitedFor.set(id, name);
      return { kind: 'function-call', responseId, callId: id, name, argumentsText };
    });
    return [...this.finishWords(), ...called, { kind: 'functions-called', responseId }];
  }

  /** The caller's turn is over, because an answer to it has begun. */
  private finishWords(): ProviderEvent[] {
    const words = this.words;
    this.words = undefined;
    return words ? [{ kind: 'caller-transcript', ...words }] : [];
  }
}

/** Two bytes per sample, three bytes per four characters. */
const lengthMs = (base64: string): number => ((base64.length * 3) / 8 / GEMINI_OUTPUT_RATE_HZ) * 1_000;

const lacksWords = ({ audioMs, characters }: Answer): boolean => characters * MOST_MS_A_CHARACTER < audioMs;
