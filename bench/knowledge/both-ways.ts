import pg from 'pg';
import type { SimilarPassage } from '../../src/knowledge/embeddings/nearest-passages.js';
import { nearestStatement } from '../../src/knowledge/embeddings/nearest-statement.js';
import { packVector } from '../../src/knowledge/embeddings/packed-vector.js';
import {
  type FoundByWords,
  type FoundPassage,
  fullTextSearch,
  withTexts,
} from '../../src/knowledge/retrieval/full-text-search.js';
import { fuse } from '../../src/knowledge/retrieval/fuse.js';
import { passagesByNumber } from '../../src/knowledge/retrieval/hybrid-search.js';
import type { PreparedStatement } from '../../src/common/prisma/index.js';
import type { TextEmbedder } from '../../src/providers/index.js';
import { type Question, STRANGE } from './questions.js';
import { percentile } from '../support/statistics.js';

const POOL = 100;
/** Default of `knowledge.minSimilarity`. */
const LEAST_SIMILARITY = 0.2;
const PATIENCE_MS = 120_000;

type Search = (question: string) => Promise<FoundPassage[]>;

export type Pair = readonly [pg.Client, pg.Client];

export async function connectTwice(connectionString: string): Promise<Pair> {
  const clients = [new pg.Client({ connectionString }), new pg.Client({ connectionString })] as const;
  for (const client of clients) await client.connect();
  return clients;
}

/** The service's statements, without the service. */
export class BothWays {
  private readonly questions = new Map<string, Float32Array>();
  private clients: Pair;

  constructor(
    private readonly databaseUrl: string,
    /** Words are searched on one connection and meanings on the other, concurrently, as in the service. */
    private readonly first: Pair,
    private readonly agentId: string,
    private readonly embedder: TextEmbedder,
    private readonly candidates: number,
  ) {
    this.clients = first;
  }

  /** Switches to new connections without prepared statements, as after a start. */
  async reconnect(): Promise<void> {
    await this.close();
    this.clients = await connectTwice(this.databaseUrl);
  }

  /** Returns to the first connections. */
  async close(): Promise<void> {
    const { clients } = this;
    this.clients = this.first;
    if (clients !== this.first) for (const client of clients) await client.end();
  }

  /** Waits until the service has computed all vectors. */
  async embedded(): Promise<void> {
    for (let left = 1; left > 0;) {
      const { rows } = await this.clients[0].query<{ left: number; failure: string | null }>(
        'SELECT count(*)::int AS left, max(failure) AS failure FROM knowledge_embedding_jobs',
      );
      left = rows[0]?.left ?? 0;
      if (rows[0]?.failure) console.error(`A request for embeddings failed: ${rows[0].failure}`);
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }

  /** The ways to search the passages of a set. */
  async of(hash: string, limit: number, questions: readonly Question[]): Promise<[string, Search][]> {
    const byWords = (question: string) =>
      this.run<FoundByWords>(fullTextSearch(this.agentId, hash, question, limit));
    const words: [string, Search] = ['words', async (question) => withTexts(await byWords(question))];
    const set = { agentId: this.agentId, hash, space: this.embedder.space };
    await this.embedQuestions(questions);
    const near = async (question: string) => {
      const wanted = packVector(this.questions.get(question) ?? new Float32Array());
      const found = await this.run<SimilarPassage>(nearestStatement(set, wanted, POOL, this.candidates), 1);
      return found.filter(({ similarity }) => similarity >= LEAST_SIMILARITY);
    };
    const meaning: Search = async (question) => {
      const nearest = (await near(question)).map(({ number }) => number);
      return this.read(nearest.slice(0, limit), []);
    };
    const both: Search = async (question) => {
      const [found, nearest] = await Promise.all([byWords(question), near(question)]);
      return this.read(fuse(found, nearest, LEAST_SIMILARITY).slice(0, limit), withTexts(found));
    };
    return [words, ['meaning', meaning], ['both', both]];
  }

  /**
   * Similarity (cosine) of the nearest passage: minimum and median of questions that the guides answer, median and
   * maximum of unrelated ones.
   */
  async similarities(hash: string): Promise<readonly number[]> {
    const { embedder } = this;
    const set = { agentId: this.agentId, hash, space: embedder.space };
    const strange = await embedder.embed(STRANGE, { timeoutMs: PATIENCE_MS });
    const nearest = async (wanted: Float32Array) =>
      (await this.run<SimilarPassage>(nearestStatement(set, packVector(wanted), 1, this.candidates)))[0]
        ?.similarity ?? 0;
    const asked = await Promise.all([...this.questions.values()].map(nearest));
    const others = await Promise.all(strange.map(nearest));
    return [Math.min(...asked), percentile(asked, 0.5), percentile(others, 0.5), Math.max(...others)];
  }

  /** In advance: a provider's latency is its own, and mostly hidden while the caller speaks. */
  private async embedQuestions(questions: readonly Question[]): Promise<void> {
    for (const { words } of questions) {
      if (this.questions.has(words)) continue;
      const [vector] = await this.embedder.embed([words], { timeoutMs: PATIENCE_MS });
      if (vector) this.questions.set(words, vector);
    }
  }

  private async read(order: readonly number[], known: readonly FoundPassage[]): Promise<FoundPassage[]> {
    const passages = new Map(known.map((passage) => [passage.number, passage]));
    const missing = order.filter((number) => !passages.has(number));
    if (missing.length > 0)
      for (const passage of await this.run<FoundPassage>(passagesByNumber(this.agentId, missing)))
        passages.set(passage.number, passage);
    return order.flatMap((number) => passages.get(number) ?? []);
  }

  private async run<R extends pg.QueryResultRow>(
    { name, text, values }: PreparedStatement,
    on: 0 | 1 = 0,
  ): Promise<R[]> {
    return (await this.clients[on].query<R>({ name, text, values: [...values] })).rows;
  }
}
