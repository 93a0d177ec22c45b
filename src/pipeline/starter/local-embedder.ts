import type { EmbeddingRequest, TextEmbedder } from '../../providers/index.js';
import { providerFault } from '../../providers/index.js';
import { AgentFault } from '../../voice/agent-adapter.js';
import type { Embed } from './example-vectors.js';

/** The local embedding model, for agents' knowledge. */
export class LocalEmbedder implements TextEmbedder {
  readonly space = 'local-all-minilm-l6-v2-callers-2';
  private before: Promise<unknown> = Promise.resolve();

  constructor(private readonly make: Embed) {}

  async embedNow(_accountId: string, text: string): Promise<Float32Array> {
    const [vector] = await this.make([text]);
    if (!vector) throw new AgentFault(providerFault.error, 'The model of sentences gave no vector', true);
    return vector;
  }

  /** Embeds one text at a time: calls wait some 30 ms at most. */
  async embed(texts: readonly string[], { signal }: EmbeddingRequest): Promise<readonly Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      const made = this.before.then(async () => {
        signal?.throwIfAborted();
        return await this.embedNow('', text);
      });
      this.before = made.catch(() => undefined);
      vectors.push(await made);
    }
    return vectors;
  }
}
