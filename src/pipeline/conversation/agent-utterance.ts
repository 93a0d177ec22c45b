import { newId } from '../../common/ids/index.js';
import type { AgentProgress, SpeechKind } from '../../voice/turns/index.js';
import { heardText, type PartHeard, progressOf } from '../../voice/speaker/index.js';
import type { AssistantMessage } from './chat-history.js';
import type { ReplyLatency } from './reply-latency.js';

interface Sentence {
  readonly partId: string;
  /** The text that the caller hears, as far as is known. */
  text: string;
  readonly message: AssistantMessage;
  /** All audio of it is written. */
  complete: boolean;
  cut: boolean;
}

/** One utterance of the agent: a greeting, a prompt or a reply, sentence by sentence. */
export class AgentUtterance {
  readonly turnId = newId('turn');
  readonly kind: SpeechKind;
  readonly cancelled = new AbortController();
  /** Resolves when the utterance may be heard, or is no longer needed; `signal` is aborted in the second case. */
  readonly released: Promise<void>;
  private isHeld: boolean;
  private letGo: () => void = () => undefined;
  private measured: ReplyLatency | undefined;
  private firstTokenCame = false;
  private readonly sentences: Sentence[] = [];
  /** The message that is being spoken, and messages whose remaining sentences are dropped. */
  private current: AssistantMessage | undefined;
  private readonly hushed = new Set<AssistantMessage>();

  /** @param held Whether it waits for `release` before any of it is heard. */
  constructor(kind: SpeechKind, held = false) {
    this.kind = kind;
    this.isHeld = held;
    this.released = held ? new Promise((resolve) => (this.letGo = resolve)) : Promise.resolve();
    this.signal.addEventListener('abort', () => this.letGo(), { once: true });
  }

  get held(): boolean {
    return this.isHeld;
  }

  /** Undefined for an utterance that answers no turn. */
  get latency(): ReplyLatency | undefined {
    return this.measured;
  }

  /** Allows playout; `latency` measures the turn that it answers. */
  release(latency: ReplyLatency): void {
    this.isHeld = false;
    this.measured = latency;
    if (this.firstTokenCame) latency.reach('firstTokenMs');
    this.letGo();
  }

  /** The model's first token has arrived. */
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

  /** The text that the caller has heard so far, and the rest. Parameters as in `cutOff`. */
  progress(parts: ReadonlyMap<string, PartHeard>, lengthOfMs: (text: string) => number): AgentProgress {
    return progressOf(
      this.sentences.map(({ partId, text, complete }) => {
        const { heardMs = 0, spokenMs = 0 } = parts.get(partId) ?? {};
        return { text, heard: { heardMs, spokenMs: Math.max(spokenMs, complete ? 0 : lengthOfMs(text)) } };
      }),
    );
  }

  /** The last sentence that the caller heard the beginning of, in full. @param parts Absent: all was heard. */
  lastBegun(parts?: ReadonlyMap<string, PartHeard>): string | undefined {
    return this.sentences.findLast(({ partId }) => !parts || (parts.get(partId)?.heardMs ?? 0) > 0)?.text;
  }

  /** A sentence starts; it counts as heard until its playout is known. */
  begin(text: string, message: AssistantMessage): string {
    const partId = `${this.turnId}-${this.sentences.length}`;
    this.sentences.push({ partId, text, message, complete: false, cut: false });
    message.content = `${message.content} ${text}`.trim();
    return partId;
  }

  /** A sentence of this message is about to be spoken. */
  about(message: AssistantMessage): void {
    this.current = message;
  }

  isHushed(message: AssistantMessage): boolean {
    return this.hushed.has(message);
  }

  /** Stops the current message; the utterance continues with the next one. Parameters as in `cutOff`. */
  hush(parts: ReadonlyMap<string, PartHeard>, lengthOfMs: (text: string) => number): void {
    if (this.current) this.hushed.add(this.current);
    this.keepHeard(parts, lengthOfMs);
  }

  complete(partId: string): void {
    const sentence = this.sentences.find((candidate) => candidate.partId === partId);
    if (sentence) sentence.complete = true;
  }

  /**
   * Stops the utterance; the history keeps only what the caller heard.
   *
   * @param lengthOfMs Estimates the length of a sentence that was not fully synthesized.
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
    const heardOf = ({ partId }: Sentence) => parts.get(partId)?.heardMs ?? 0;
    const last = this.sentences.findLast((sentence) => heardOf(sentence) > 0);
    for (const sentence of this.sentences) {
      // Cut sentences are not part of the current speech.
      if (sentence.cut) continue;
      const heardMs = heardOf(sentence);
      const estimateMs = sentence.complete ? 0 : lengthOfMs(sentence.text);
      const spokenMs = Math.max(parts.get(sentence.partId)?.spokenMs ?? 0, estimateMs);
      // A sentence that another one followed was heard to its end.
      sentence.text = heardText(sentence.text, heardMs, sentence === last ? spokenMs : heardMs);
      sentence.cut = true;
      sentMs += heardMs;
    }
    for (const { message } of this.sentences) message.content = '';
    for (const { message, text } of this.sentences) message.content = `${message.content} ${text}`.trim();
    return sentMs;
  }
}
