import type { AssistantMessage } from './chat-history.js';

interface Sentence {
  readonly text: string;
  readonly message: AssistantMessage;
  begun: boolean;
  dropped: boolean;
}

/** Queue of a reply's sentences, spoken in order. Sentences that have not started can still be removed. */
export class ReplySentences {
  private readonly sentences: Sentence[] = [];
  private last: Promise<void> = Promise.resolve();
  private fail: (error: unknown) => void = () => undefined;
  private readonly failure = new Promise<never>((_resolve, reject) => (this.fail = reject));

  constructor(private readonly speak: (text: string, message: AssistantMessage) => Promise<void>) {
    // Callers that only await `spoken` get the failure there.
    this.failure.catch(() => undefined);
  }

  /** If a sentence fails, all later ones fail with the same error. */
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

  /** The message is regenerated. @returns Its sentences that have started and so cannot be removed. */
  restart(message: AssistantMessage): readonly string[] {
    const ofMessage = this.sentences.filter((sentence) => sentence.message === message && !sentence.dropped);
    for (const sentence of ofMessage) sentence.dropped = !sentence.begun;
    return ofMessage.filter(({ begun }) => begun).map(({ text }) => text);
  }

  /** Rejects when a sentence fails; never resolves. */
  failed(): Promise<never> {
    return this.failure;
  }

  /** @throws the error of the first sentence that failed */
  async spoken(): Promise<void> {
    await this.last;
  }
}
