import type { Worker } from 'node:worker_threads';
import { startThread } from '../../src/common/threads/index.js';
import type { EarsAnswer, EarsQuestion, EarsSetup } from './thread/ears-thread.js';

/**
 * A recognizer that knows what callers say, in its own thread: a search takes up to a third of a second, which would
 * block callers in the same thread.
 */
export class Ears {
  private readonly thread: Worker;
  private readonly asked = new Map<number, (words: string | undefined) => void>();
  private questions = 0;

  constructor(setup: EarsSetup) {
    this.thread = startThread(import.meta.url, './thread/ears-thread.js', { workerData: setup });
    this.thread.on('message', ({ id, words }: EarsAnswer) => {
      this.asked.get(id)?.(words);
      this.asked.delete(id);
    });
  }

  /** @returns Undefined where nothing is in there that is known. */
  wordsIn(samples: Int16Array, sampleRateHz: number): Promise<string | undefined> {
    const question: EarsQuestion = { id: this.questions++, samples, sampleRateHz };
    return new Promise((resolve) => {
      this.asked.set(question.id, resolve);
      this.thread.postMessage(question);
    });
  }

  /** Pending requests get no words. */
  async close(): Promise<void> {
    await this.thread.terminate();
    for (const answer of this.asked.values()) answer(undefined);
  }
}
