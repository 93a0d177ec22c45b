import { LRUCache } from 'lru-cache';
import type { ToolResult } from './tool-result.js';

/** Calls whose answers are known for the case that they get lost on their way to the model. */
const MAX_ANSWERED = 20;

interface Running {
  readonly turnId: string | undefined;
  readonly result: Promise<ToolResult>;
  kept: boolean;
  answered: boolean;
}

/** Calls of one conversation, of which none is made again while nobody has its answer. */
export class RepeatedCalls {
  private readonly running = new Map<string, Running>();
  private readonly answered = new LRUCache<string, Running>({ max: MAX_ANSWERED });

  /**
   * Makes a call, unless an interrupted turn has the same one under way, or nobody got its answer.
   * @param turnId The turn of the agent in which it is made.
   */
  once(
    name: string,
    argumentsText: string,
    turnId: string | undefined,
    run: () => Promise<ToolResult>,
  ): Promise<ToolResult> {
    const key = keyOf(name, argumentsText);
    const same = this.repeated(key, turnId);
    if (same) return same.result;
    const result = run().finally(() => {
      running.answered = true;
      if (this.running.get(key) === running && !running.kept) this.running.delete(key);
      this.answered.set(key, running);
    });
    const running: Running = { turnId, result, kept: false, answered: false };
    this.running.set(key, running);
    return result;
  }

  /** The answer of a call reaches nobody: it is kept for the same call, which the model will make again. */
  keep(name: string, argumentsText: string): void {
    const key = keyOf(name, argumentsText);
    const found = this.running.get(key) ?? this.answered.get(key);
    if (!found) return;
    found.kept = true;
    this.running.set(key, found);
  }

  private repeated(key: string, turnId: string | undefined): Running | undefined {
    const found = this.running.get(key);
    if (!found || (found.turnId === turnId && !found.kept)) return undefined;
    if (found.answered) this.running.delete(key);
    return found;
  }
}

const keyOf = (name: string, argumentsText: string): string => `${name} ${argumentsText.trim()}`;
