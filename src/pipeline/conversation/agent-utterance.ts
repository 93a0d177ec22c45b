import { newId } from '../../common/ids/index.js';
import type { SpeechKind } from '../../voice/turns/index.js';
import { heardText, type PartHeard } from '../../voice/speaker/index.js';
import type { AssistantMessage } from './chat-history.js';

interface Sentence {
  readonly partId: string;
  readonly text: string;
  readonly message: AssistantMessage;
  /** All of its audio was written. */
  complete: boolean;
}

/** What the agent says in one go: a greeting, a prompt, or a reply, sentence by sentence. */
export class AgentUtterance {
  readonly turnId = newId('turn');
  readonly kind: SpeechKind;
  readonly cancelled = new AbortController();
  private readonly sentences: Sentence[] = [];

  constructor(kind: SpeechKind) {
    this.kind = kind;
  }

  get signal(): AbortSignal {
    return this.cancelled.signal;
  }

  get partIds(): string[] {
    return this.sentences.map((sentence) => sentence.partId);
  }

  get text(): string {
    return this.sentences.map((sentence) => sentence.text).join(' ');
  }

  /** A sentence begins to be spoken; until something else is known it counts as heard. */
  begin(text: string, message: AssistantMessage): string {
    const partId = `${this.turnId}-${this.sentences.length}`;
    this.sentences.push({ partId, text, message, complete: false });
    message.content = `${message.content} ${text}`.trim();
    return partId;
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
    const heard = this.sentences.map((sentence) => {
      const { heardMs = 0, writtenMs = 0 } = parts.get(sentence.partId) ?? {};
      const estimateMs = sentence.complete ? 0 : lengthOfMs(sentence.text);
      const text = heardText(sentence.text, heardMs, Math.max(writtenMs, estimateMs));
      return { message: sentence.message, text, heardMs };
    });
    for (const { message } of heard) message.content = '';
    for (const { message, text } of heard) message.content = `${message.content} ${text}`.trim();
    return {
      text: heard
        .map(({ text }) => text)
        .join(' ')
        .trim(),
      sentMs: heard.reduce((sum, { heardMs }) => sum + heardMs, 0),
    };
  }
}
