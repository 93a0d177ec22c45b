import { SentenceEmbedder } from '../embeddings/sentence-embedder.js';
import { pronounce, synthesise } from '../flite/flite-synthesizer.js';
import { loadVoiceTables } from '../voice/tables/voice-tables.js';
import { Voice } from '../voice/voice.js';
import { serveEngine } from '../../workers/serve-engine.js';
import { RecogniserCache } from './recogniser-cache.js';
import type { SpeechEngineTypes } from './speech-engine-types.js';
import { UtteranceRecogniser } from './utterance-recogniser.js';

/** The thread in which the built-in speech engines run. */
serveEngine<SpeechEngineTypes>((data, reply) => {
  const recognisers = new RecogniserCache(data);
  let loading: Promise<Voice> | undefined;
  const voice = () => {
    loading ??= loadVoiceTables().then((tables) => Voice.load(tables));
    loading.catch(() => (loading = undefined));
    return loading;
  };
  let embedder: Promise<SentenceEmbedder> | undefined;
  return {
    facts: undefined,
    recogniser: new UtteranceRecogniser(recognisers, reply),
    async work(job, { piece, cancelled }) {
      switch (job.kind) {
        case 'synthesise':
          return { kind: 'synthesised', samples: synthesise(job.flite, job.request) };
        case 'speak':
          for await (const samples of (await voice()).speak(job.request)) {
            if (cancelled()) break;
            piece(samples);
          }
          return { kind: 'spoken' };
        case 'load':
          await voice();
          return { kind: 'loaded' };
        case 'pronounce':
          return { kind: 'pronounced', sounds: job.words.map((word) => pronounce(job.flite, word)) };
        case 'embed':
          embedder ??= SentenceEmbedder.load();
          return await embedAll(embedder, job.texts);
        case 'prepare':
          recognisers.prepare(job.vocabulary);
          return { kind: 'prepared' };
      }
    },
  };
});

async function embedAll(embedder: Promise<SentenceEmbedder>, texts: readonly string[]) {
  const vectors: Float32Array[] = [];
  for (const text of texts) vectors.push(await (await embedder).embed(text));
  return { kind: 'embedded', vectors } as const;
}
