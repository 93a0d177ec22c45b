import { createRequire } from 'node:module';
import path from 'node:path';

import type sherpaOnnx from 'sherpa-onnx-node';
import type { OfflineRecognizer, OfflineTts } from 'sherpa-onnx-node';

import type { Engine as ServedEngine, Reply } from '../../workers/serve-engine.js';
import { CALLER_RATE_HZ } from '../../workers/worker-protocol.js';
import type { EngineConfig, EngineFacts, SherpaEngineTypes } from './sherpa-engine-types.js';
import { cutAtPauses } from './cut-at-pauses.js';
import { StreamingRecognizer, toFloats, toSamples } from './streaming-recognizer.js';
import { StreamGarbage } from './stream-garbage.js';

type Engine = ServedEngine<SherpaEngineTypes>;

/** No word is shorter than a tenth of a second. */
const SHORTEST_SAMPLES = CALLER_RATE_HZ / 10;

const NO_VOICE: EngineFacts = { streaming: false, sampleRateHz: CALLER_RATE_HZ, speakers: 0 };

/**
 * Loads an engine; blocks while reading the model. A corrupt model exits the process.
 * @param packageDirectory Where the operator installed the package.
 * @throws Error if the package is missing or has no build for this platform, or the configuration doesn't fit the
 * model.
 */
export function loadEngine(
  engine: EngineConfig,
  packageDirectory: string,
  reply: Reply<SherpaEngineTypes>,
): Engine {
  const sherpa = loadPackage(packageDirectory);
  const { config } = engine;
  switch (engine.role) {
    case 'streaming-recognizer':
      return {
        facts: { ...NO_VOICE, streaming: true },
        recognizer: new StreamingRecognizer(new sherpa.OnlineRecognizer(config), reply),
      };
    case 'recognizer':
      return wholeTurns(new sherpa.OfflineRecognizer(config), engine.longestMs);
    case 'voice':
      return voice(new sherpa.OfflineTts(config));
  }
}

/**
 * Installed by the operator: it contains espeak-ng under GPL-3.0, which Earshot can't redistribute, and not all
 * platforms have a build.
 */
function loadPackage(packageDirectory: string): typeof sherpaOnnx {
  const require = createRequire(path.resolve(packageDirectory, 'package.json'));
  let entry: string;
  try {
    entry = require.resolve('sherpa-onnx-node');
  } catch (cause) {
    throw new Error(
      'the package sherpa-onnx-node is not installed: `npm run install:sherpa-onnx` installs it (docs/how-to/local-models.md)',
      { cause },
    );
  }
  try {
    return require(entry) as typeof sherpaOnnx;
  } catch (cause) {
    const here = `${process.platform}-${process.arch}`;
    throw new Error(`the package sherpa-onnx-node has no build that runs on ${here}`, { cause });
  }
}

function wholeTurns(recognizer: OfflineRecognizer, longestMs: number | undefined): Engine {
  const garbage = new StreamGarbage();
  const hear = (samples: Int16Array): string => {
    // The engine crashes on very short audio.
    if (samples.length < SHORTEST_SAMPLES) return '';
    const stream = recognizer.createStream();
    stream.acceptWaveform({ samples: toFloats(samples), sampleRate: CALLER_RATE_HZ });
    recognizer.decode(stream);
    garbage.add();
    return recognizer.getResult(stream).text.trim();
  };
  return {
    facts: NO_VOICE,
    work: async (request) => {
      if (request.kind !== 'transcribe') throw new Error('The engine is a recognizer');
      const pieces = cutAtPauses(request.samples, longestMs ?? Infinity, CALLER_RATE_HZ);
      return pieces.map(hear).join(' ').trim();
    },
  };
}

function voice(tts: OfflineTts): Engine {
  return {
    facts: { streaming: false, sampleRateHz: tts.sampleRate, speakers: tts.numSpeakers },
    work: async (request, job) => {
      if (request.kind !== 'speak') throw new Error('The engine is a voice');
      await tts.generateAsync({
        text: request.text,
        sid: Math.min(request.speaker, Math.max(0, tts.numSpeakers - 1)),
        speed: request.speed,
        enableExternalBuffer: false,
        onProgress: ({ samples }) => {
          if (job.cancelled()) return 0;
          job.piece(toSamples(samples));
          return 1;
        },
      });
      return '';
    },
  };
}
