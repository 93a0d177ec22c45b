import { Lazy } from '../../../common/caches/index.js';
import { SentenceEmbedder } from '../embeddings/sentence-embedder.js';
import { MoonshineRecognizer } from '../moonshine/recognizer.js';
import { loadVoiceTables } from '../voice/tables/voice-tables.js';
import { Voice } from '../voice/voice.js';
import { serveEngine } from '../../workers/serve-engine.js';
import type { SpeechEngineTypes } from './speech-engine-types.js';

/** The process that runs the local speech engines, so that a crash does not affect calls. */
serveEngine<SpeechEngineTypes>(() => {
  const recognizer = new Lazy(() => MoonshineRecognizer.load());
  const voice = new Lazy(async () => Voice.load(await loadVoiceTables()));
  const embedder = new Lazy(() => SentenceEmbedder.load());
  const models = { recognizer, voice, embedder };
  return {
    facts: undefined,
    async work(job, { piece, cancelled }) {
      switch (job.kind) {
        case 'transcribe':
          return {
            kind: 'transcribed',
            recognized: await (await recognizer.get()).recognize(job.request, cancelled),
          };
        case 'look':
          return await look(await recognizer.get(), job.samples);
        case 'speak':
          for await (const samples of (await voice.get()).speak(job.request)) {
            if (cancelled()) break;
            piece(samples);
          }
          return { kind: 'spoken' };
        case 'embed':
          return await embedAll(await embedder.get(), job.texts);
        case 'complete':
          return { kind: 'completeness', likely: await (await embedder.get()).completeness(job.text) };
        case 'load':
          await models[job.model].get();
          return { kind: 'loaded' };
      }
    },
  };
});

async function look(recognizer: MoonshineRecognizer, samples: Int16Array) {
  const before = process.cpuUsage();
  const looked = await recognizer.look(samples);
  const { user, system } = process.cpuUsage(before);
  return { kind: 'looked', looked: { ...looked, cpuMs: (user + system) / 1_000 } } as const;
}

async function embedAll(embedder: SentenceEmbedder, texts: readonly string[]) {
  const vectors: Float32Array[] = [];
  for (const text of texts) vectors.push(await embedder.embed(text));
  return { kind: 'embedded', vectors } as const;
}
