import { createHash } from 'node:crypto';
import type OpenAI from 'openai';
import { AgentFault } from '../../voice/agent-adapter.js';
import type { ProviderUsage } from '../../voice/provider-usage.js';
import { ProviderBreakers } from '../breakers/provider-breakers.js';
import { type Fields, fieldsOf, listOf } from '../fields.js';
import { openAiUsage } from '../openai-usage.js';
import type { EmbeddingsEntry } from '../provider-entry.js';
import { providerFault } from '../provider-faults.js';
import type { MessageCounter } from '../provider-messages.js';

/** Numbers of one vector; few models have more. */
const MAX_DIMENSIONS = 4_096;
/** JSON size of one such vector. Responses are parsed in one go, so reading is limited. */
const MAX_VECTOR_BYTES = MAX_DIMENSIONS * 24;
const SPACE_LENGTH = 16;

export interface EmbeddingRequest {
  /** Timeout of the whole request, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Receives the usage that the server reports, if any. */
  readonly used?: (usage: ProviderUsage) => void;
}

/** A model that compares the meaning of texts, wherever it runs. */
export interface TextEmbedder {
  /** Vectors are comparable only within one space: the same model at the same address. */
  readonly space: string;
  /** The vector of a caller's words. @throws AgentFault */
  embedNow(accountId: string, text: string, request: EmbeddingRequest): Promise<Float32Array>;
  /** The vectors of texts, in their order, each of length 1. @throws AgentFault */
  embed(texts: readonly string[], request: EmbeddingRequest): Promise<readonly Float32Array[]>;
}

/** The embedder of an OpenAI-compatible server. */
export class Embedder implements TextEmbedder {
  readonly space: string;
  /** OpenAI's library is loaded with the first embedder, before a caller waits for it. */
  private readonly loading = import('../openai-client.js');
  private readonly breakers: ProviderBreakers;

  constructor(
    readonly provider: string,
    private readonly entry: EmbeddingsEntry,
    private readonly messages: MessageCounter,
    nowMs?: () => number,
  ) {
    this.breakers = new ProviderBreakers(nowMs);
    const { url, model } = entry;
    this.space = createHash('sha256')
      .update(JSON.stringify([url, model]))
      .digest('hex')
      .slice(0, SPACE_LENGTH);
  }

  /** @throws AgentFault immediately while the circuit breaker is open. */
  async embedNow(accountId: string, text: string, request: EmbeddingRequest): Promise<Float32Array> {
    if (!this.breakers.allows(accountId))
      throw new AgentFault(providerFault.unreachable, 'Requests for embeddings failed again and again', true);
    const [vector] = await this.breakers.request(accountId, () => this.embed([text], request));
    if (!vector) throw notTheirs();
    return vector;
  }

  async embed(
    texts: readonly string[],
    { timeoutMs, signal, used }: EmbeddingRequest,
  ): Promise<Float32Array[]> {
    const { url, apiKey, model, outbound } = this.entry;
    const server = { url, apiKey, model, messages: this.messages, ...(outbound && { outbound }) };
    const { askWithin, openAiClient } = await this.loading;
    const client = openAiClient(server, 2 * timeoutMs, texts.length * MAX_VECTOR_BYTES);
    // The library's default is base64, which not every server supports.
    const request: OpenAI.EmbeddingCreateParams = { model, input: [...texts], encoding_format: 'float' };
    const answer: unknown = await askWithin(timeoutMs, server, signal, (bounded) =>
      client.embeddings.create(request, { signal: bounded }),
    );
    this.tell(fieldsOf(answer)?.['usage'], used);
    const vectors = vectorsOf(listOf(fieldsOf(answer)?.['data']), texts.length);
    if (vectors) return vectors;
    this.messages.malformed();
    throw notTheirs();
  }

  private tell(reported: unknown, used: EmbeddingRequest['used']): void {
    const amounts = openAiUsage(reported);
    if (!amounts || !used) return;
    used({ stage: 'embeddings', provider: this.provider, model: this.entry.model, ...amounts });
  }
}

/**
 * Undefined if the vectors do not match the request. Without an index, which Gemini omits if it is 0, the position in
 * the list counts.
 */
function vectorsOf(data: readonly Fields[], count: number): Float32Array[] | undefined {
  const known = data.flatMap(({ index, embedding }) => (isVector(embedding) ? { index, embedding } : []));
  const vectors = new Map(
    known.map(({ index, embedding }, position) => [typeof index === 'number' ? index : position, embedding]),
  );
  const lengths = new Set(known.map(({ embedding }) => embedding.length));
  if (vectors.size !== count || lengths.size !== 1) return undefined;
  const made = Array.from({ length: count }, (_, index) => ofLengthOne(vectors.get(index) ?? []));
  const whole = made.filter((vector) => vector !== undefined);
  return whole.length === count ? whole : undefined;
}

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= MAX_DIMENSIONS &&
  value.every((number) => typeof number === 'number');

function ofLengthOne(numbers: readonly number[]): Float32Array | undefined {
  const length = Math.hypot(...numbers);
  if (!(length > 0) || !Number.isFinite(length)) return undefined;
  return Float32Array.from(numbers, (number) => number / length);
}

const notTheirs = () =>
  new AgentFault(providerFault.protocol, 'The server sent what are no embeddings', true);
