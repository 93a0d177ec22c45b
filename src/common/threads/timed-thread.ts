import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';

/**
 * A thread for work whose duration others decide: one question at a time, each with a time limit. A question that
 * exceeds it costs the thread; the next one starts another. The thread posts one message when it is ready, and one
 * for each question.
 */
export class TimedThread {
  private thread: Worker | undefined;

  constructor(
    private readonly start: () => Worker,
    private readonly timeoutMs: number,
  ) {}

  /**
   * The thread's answer; undefined if it took too long, or too much memory.
   * @throws when no thread can be started
   */
  async ask(question: unknown): Promise<unknown> {
    const thread = (this.thread ??= await this.startReady());
    const timeout = AbortSignal.timeout(this.timeoutMs);
    thread.postMessage(question);
    try {
      const [answer] = (await once(thread, 'message', { signal: timeout })) as [unknown];
      return answer;
    } catch {
      await this.close();
      return undefined;
    }
  }

  async close(): Promise<void> {
    const { thread } = this;
    this.thread = undefined;
    await thread?.terminate();
  }

  private async startReady(): Promise<Worker> {
    const thread = this.start();
    // Without a listener, a fault between two questions would end the process.
    thread.on('error', () => undefined);
    thread.once('exit', () => {
      if (this.thread === thread) this.thread = undefined;
    });
    await once(thread, 'message');
    return thread;
  }
}
