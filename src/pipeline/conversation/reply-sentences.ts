import type { AssistantMessage } from './chat-history.js';

interface Sentence {
  readonly text: string;
  readonly message: AssistantMessage;
  begun: boolean;
  dropped: boolean;
}

/**
 * The sentences of a reply on their way from the model to the caller, spoken one after the other. Those that nobody
 * began to speak can still be forgotten.
 */
export class ReplySentences {
  private readonly sentences: Sentence[] = [];
  private last: Promise<void> = Promise.resolve();
  private fail: (error: unknown) => void = () => undefined;
  private readonly failure = new Promise<never>((_resolve, reject) => (this.fail = reject));

  constructor(private readonly speak: (text: string, message: AssistantMessage) => Promise<void>) {
    // Whoever only waits for `spoken` learns of a failure there.
    this.failure.catch(() => undefined);
  }

  /** A sentence that fails makes all later ones fail with the same error. */
  add(text: string, message: AssistantMessage): void {
    const sentence: Sentence = { text, message, begun: false, dropped: false };
    this.sentences.push(sentence);
    this.last = this.last.then(async () => {
      if (sentence.dropped) return;
      sentence.begun = true;
      await this.speak(text, message);
    });
    this.last.catch((error: unknown) => this.fail(error));
  }

  /** The message is written anew. @returns Its sentences that were begun, and so can't be taken back. */
  restart(message: AssistantMessage): readonly string[] {
    const ofMessage = this.sentences.filter((sentence) => sentence.message === message && !sentence.dropped);
    for (const sentence of ofMessage) sentence.dropped = !sentence.begun;
    return ofMessage.filter(({ begun }) => begun).map(({ text }) => text);
  }

  /** Rejects as soon as a sentence has failed; never resolves. */
  failed(): Promise<never> {
    return this.failure;
  }

  /** @throws What a sentence threw. */
  async spoken(): Promise<void> {
    await this.last;
  }
}
