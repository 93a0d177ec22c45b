import type { AssistantMessage } from './chat-history.js';
import type { SpeakingQueue } from './speaking-queue.js';

interface Sentence {
  readonly text: string;
  readonly message: AssistantMessage;
  begun: boolean;
  dropped: boolean;
}

/** The sentences of a reply on their way from the model to the caller. Those that nobody began to speak can still be forgotten. */
export class ReplySentences {
  readonly #queue: SpeakingQueue;
  readonly #speak: (text: string, message: AssistantMessage) => Promise<void>;
  readonly #sentences: Sentence[] = [];

  constructor(queue: SpeakingQueue, speak: (text: string, message: AssistantMessage) => Promise<void>) {
    this.#queue = queue;
    this.#speak = speak;
  }

  add(text: string, message: AssistantMessage): void {
    const sentence: Sentence = { text, message, begun: false, dropped: false };
    this.#sentences.push(sentence);
    this.#queue.add(async () => {
      if (sentence.dropped) return;
      sentence.begun = true;
      await this.#speak(text, message);
    });
  }

  /** The message is written anew. @returns Its sentences that were begun, and so can't be taken back. */
  restart(message: AssistantMessage): readonly string[] {
    const ofMessage = this.#sentences.filter((sentence) => sentence.message === message && !sentence.dropped);
    for (const sentence of ofMessage) sentence.dropped = !sentence.begun;
    return ofMessage.filter(({ begun }) => begun).map(({ text }) => text);
  }
}
