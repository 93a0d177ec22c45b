import { newId } from '../../common/ids/index.js';
import type { AgentProgress, SpeechKind } from '../../voice/turns/index.js';
import { heardText, type PartHeard, progressOf } from '../../voice/speaker/index.js';
import type { AssistantMessage } from './chat-history.js';
import type { ReplyLatency } from './reply-latency.js';

interface Sentence {
  readonly partId: string;
  /** What the caller hears of it, as far as is known. */
  text: string;
  readonly message: AssistantMessage;
  /** All of its audio was written. */
  complete: boolean;
  cut: boolean;
}

/** What the agent says in one go: a greeting, a prompt, or a reply, sentence by sentence. */
export class AgentUtterance {
  readonly turnId = newId('turn');
  readonly kind: SpeechKind;
  readonly cancelled = new AbortController();
  /** Resolves when it may be heard, and when nobody wants it any more: then `signal` is aborted. */
  readonly released: Promise<void>;
  private isHeld: boolean;
  private letGo: () => void = () => undefined;
  private measured: ReplyLatency | undefined;
  private firstTokenCame = false;
  private readonly sentences: Sentence[] = [];
  /** The message whose sentences are spoken now, and those that nobody wants to hear any more of. */
  private current: AssistantMessage | undefined;
  private readonly hushed = new Set<AssistantMessage>();

  /** @param held Whether it waits for `release` before anything of it is heard. */
  constructor(kind: SpeechKind, held = false) {
    this.kind = kind;
    this.isHeld = held;
    this.released = held ? new Promise((resolve) => (this.letGo = resolve)) : Promise.resolve();
    this.signal.addEventListener('abort', () => this.letGo(), { once: true });
  }

  get held(): boolean {
    return this.isHeld;
  }

  /** Absent where nobody waits for it. */
  get latency(): ReplyLatency | undefined {
    return this.measured;
  }

  /** It answers what is waited for since `latency` began, and may be heard. */
  release(latency: ReplyLatency): void {
    this.isHeld = false;
    this.measured = latency;
    if (this.firstTokenCame) latency.reach('firstTokenMs');
    this.letGo();
  }

  /** The model has begun to answer. */
  firstToken(): void {
    this.firstTokenCame = true;
    this.measured?.reach('firstTokenMs');
  }

  get signal(): AbortSignal {
    return this.cancelled.signal;
  }

  get partIds(): string[] {
    return this.sentences.map((sentence) => sentence.partId);
  }

  get messages(): ReadonlySet<AssistantMessage> {
    return new Set(this.sentences.map(({ message }) => message));
  }

  get text(): string {
    return this.sentences.map((sentence) => sentence.text).join(' ');
  }

  /** What the caller has heard of it so far, and what it has not. Takes what `cutOff` takes. */
  progress(parts: ReadonlyMap<string, PartHeard>, lengthOfMs: (text: string) => number): AgentProgress {
    return progressOf(
      this.sentences.map(({ partId, text, complete }) => {
        const { heardMs = 0, spokenMs = 0 } = parts.get(partId) ?? {};
        return { text, heard: { heardMs, spokenMs: Math.max(spokenMs, complete ? 0 : lengthOfMs(text)) } };
      }),
    );
  }

  /** The sentence that the caller has heard the beginning of last, in full. @param parts Absent: all was heard. */
  lastBegun(parts?: ReadonlyMap<string, PartHeard>): string | undefined {
    return this.sentences.findLast(({ partId }) => !parts || (parts.get(partId)?.heardMs ?? 0) > 0)?.text;
  }

  /** A sentence begins to be spoken; until something else is known it counts as heard. */
  begin(text: string, message: AssistantMessage): string {
    const partId = `${this.turnId}-${this.sentences.length}`;
    this.sentences.push({ partId, text, message, complete: false, cut: false });
    message.content = `${message.content} ${text}`.trim();
    return partId;
  }

  /** A sentence of this message is to be spoken. */
  about(message: AssistantMessage): void {
    this.current = message;
  }

  isHushed(message: AssistantMessage): boolean {
    return this.hushed.has(message);
  }

  /** What is being said is cut off, but the utterance goes on with its next message. Takes what `cutOff` takes. */
  hush(parts: ReadonlyMap<string, PartHeard>, lengthOfMs: (text: string) => number): void {
    if (this.current) this.hushed.add(this.current);
    this.keepHeard(parts, lengthOfMs);
  }

  complete(partId: string): void {
    const sentence = this.sentences.find((candidate) => candidate.partId === partId);
    if (sentence) sentence.complete = true;
  }

  /**
   * The utterance was cut off: the history keeps what the caller heard, and no more.
   *
   * @param lengthOfMs How long a sentence is that was not synthesised to its end.
   * @returns The words that were heard, and how much of the speech was sent.
   */
  cutOff(
    parts: ReadonlyMap<string, PartHeard>,
    lengthOfMs: (text: string) => number,
  ): { readonly text: string; readonly sentMs: number } {
    const sentMs = this.keepHeard(parts, lengthOfMs);
    return { text: this.text.trim(), sentMs };
  }

  /** @returns How much of the speech was sent. */
  private keepHeard(parts: ReadonlyMap<string, PartHeard>, lengthOfMs: (text: string) => number): number {
    let sentMs = 0;
    for (const sentence of this.sentences) {
      // What was cut off before is no part of what is spoken now.
      if (sentence.cut) continue;
      const { heardMs = 0, spokenMs = 0 } = parts.get(sentence.partId) ?? {};
      const estimateMs = sentence.complete ? 0 : lengthOfMs(sentence.text);
      sentence.text = heardText(sentence.text, heardMs, Math.max(spokenMs, estimateMs));
      sentence.cut = true;
      sentMs += heardMs;
    }
    for (const { message } of this.sentences) message.content = '';
    for (const { message, text } of this.sentences) message.content = `${message.content} ${text}`.trim();
    return sentMs;
  }
}
