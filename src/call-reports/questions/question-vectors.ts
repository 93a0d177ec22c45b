import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { PinoLogger } from 'nestjs-pino';
import { setTimeout as sleep } from 'node:timers/promises';
import { Embedders, type TextEmbedder } from '../../providers/index.js';

/** Cached vectors, some kB each. */
const MAX_KEPT = 4_000;
/** A reader does not wait longer; the comparison continues. */
const PATIENCE_MS = 300;
const TIMEOUT_MS = 30_000;

/** The meaning of callers' questions, computed once and beside the requests that want it. */
@Injectable()
export class QuestionVectors {
  private readonly kept = new LRUCache<string, Float32Array>({ max: MAX_KEPT });
  /** One comparison per account at a time. */
  private readonly running = new Map<string, Promise<void>>();

  constructor(
    private readonly embedders: Embedders,
    private readonly logger: PinoLogger,
  ) {}

  /** @returns a vector per text; undefined while they are computed, and without a model. */
  async of(accountId: string, texts: readonly string[]): Promise<readonly Float32Array[] | undefined> {
    const embedder = await this.embedders.of(accountId);
    if (!embedder) return undefined;
    if (!this.known(embedder, texts)) {
      await Promise.race([
        this.compute(accountId, embedder, texts),
        sleep(PATIENCE_MS, undefined, { ref: false }),
      ]);
    }
    return this.known(embedder, texts);
  }

  private known({ space }: TextEmbedder, texts: readonly string[]): readonly Float32Array[] | undefined {
    const vectors = texts.flatMap((text) => this.kept.get(`${space} ${text}`) ?? []);
    return vectors.length === texts.length ? vectors : undefined;
  }

  private compute(accountId: string, embedder: TextEmbedder, texts: readonly string[]): Promise<void> {
    const running = this.running.get(accountId);
    if (running) return running;
    const begun = this.embed(embedder, texts)
      .catch((err: unknown) => this.logger.warn({ err, accountId }, 'questions could not be compared'))
      .finally(() => this.running.delete(accountId));
    this.running.set(accountId, begun);
    return begun;
  }

  private async embed(embedder: TextEmbedder, texts: readonly string[]): Promise<void> {
    const missing = texts.filter((text) => !this.kept.has(`${embedder.space} ${text}`));
    const vectors = await embedder.embed(missing, { timeoutMs: TIMEOUT_MS });
    vectors.forEach((vector, at) => this.kept.set(`${embedder.space} ${missing[at] ?? ''}`, vector));
  }
}
