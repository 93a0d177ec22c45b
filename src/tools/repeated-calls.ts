import { LRUCache } from 'lru-cache';
import type { ToolResult } from './tool-call.js';

/** Maximum undelivered answers that are kept. */
const MAX_ANSWERED = 20;

interface Running {
  readonly turnId: string | undefined;
  readonly result: Promise<ToolResult>;
  kept: boolean;
  answered: boolean;
}

/**
 * Deduplicates the tool calls of one conversation: a call is not repeated while its answer is on the way to the model.
 */
export class RepeatedCalls {
  private readonly running = new Map<string, Running>();
  private readonly answered = new LRUCache<string, Running>({ max: MAX_ANSWERED });

  /**
   * Makes a call, unless an interrupted turn has the same call in progress, or its answer was not delivered.
   * @param turnId The agent's turn that makes the call.
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

  /** The answer was not delivered: keep it, because the model will repeat the call. */
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
