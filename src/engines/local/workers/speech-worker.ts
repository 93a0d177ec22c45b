import { pronounce, synthesise } from '../flite/flite-synthesizer.js';
import { serveEngine } from '../../workers/serve-engine.js';
import { RecogniserCache } from './recogniser-cache.js';
import type { SpeechEngineTypes } from './speech-engine-types.js';
import { UtteranceRecogniser } from './utterance-recogniser.js';

/** The thread in which the built-in speech engines run. */
serveEngine<SpeechEngineTypes>((data, reply) => {
  const recognisers = new RecogniserCache(data);
  return {
    facts: undefined,
    recogniser: new UtteranceRecogniser(recognisers, reply),
    work(job) {
      switch (job.kind) {
        case 'synthesise':
          return { kind: 'synthesised', samples: synthesise(job.flite, job.request) };
        case 'pronounce':
          return { kind: 'pronounced', sounds: job.words.map((word) => pronounce(job.flite, word)) };
        case 'prepare':
          recognisers.prepare(job.vocabulary);
          return { kind: 'prepared' };
      }
    },
  };
});
