import { whisperLanguages } from '../../../providers/index.js';
import type { SherpaConfig } from '../process/sherpa-engine-types.js';
import type { ModelFolder } from './model-folder.js';
import type { OnnxMetadata } from './onnx-metadata.js';

/** Model files by option name. */
type Files = Readonly<Record<string, string>>;

/** A kind of recognizer that sherpa-onnx supports. */
export interface RecognizerKind {
  /** Whether it transcribes during speech. */
  readonly streaming: boolean;
  /** Name patterns of its model files, by option name. */
  readonly files: Readonly<Record<string, RegExp>>;
  /** The `sherpa-onnx-node` option for the files, with related options. */
  model(files: Files, language: string): SherpaConfig;
  /** Supported language codes, for models that crash on others. */
  readonly languages?: readonly string[];
  /** Sample rate of the features if it is not 16 kHz. */
  readonly sampleRateHz?: number;
  /** Maximum length of audio at once. */
  readonly longestMs?: number;
}

const ENCODER = /(^|[-_.])encoder/;
const DECODER = /(^|[-_.])decoder/;
const transducerFiles = { encoder: ENCODER, decoder: DECODER, joiner: /(^|[-_.])joiner/ };
const encoderDecoder = { encoder: ENCODER, decoder: DECODER };
const oneFile = { model: /./ };

const single = (option: string, streaming: boolean, more: SherpaConfig = {}): RecognizerKind => ({
  streaming,
  files: oneFile,
  model: (files) => ({ [option]: { ...files, ...more } }),
});

/** Keyed by `modelKind`. */
export const recognizerKinds: Readonly<Record<string, RecognizerKind>> = {
  'streaming-transducer': {
    streaming: true,
    files: transducerFiles,
    model: (files) => ({ transducer: files }),
  },
  'streaming-paraformer': {
    streaming: true,
    files: encoderDecoder,
    model: (files) => ({ paraformer: files }),
  },
  'streaming-zipformer2-ctc': single('zipformer2Ctc', true),
  'streaming-nemo-ctc': single('nemoCtc', true),
  'streaming-t-one-ctc': { ...single('toneCtc', true), sampleRateHz: 8_000 },
  transducer: { streaming: false, files: transducerFiles, model: (files) => ({ transducer: files }) },
  'nemo-transducer': {
    streaming: false,
    files: transducerFiles,
    model: (files) => ({ transducer: files, modelType: 'nemo_transducer' }),
  },
  whisper: {
    streaming: false,
    files: encoderDecoder,
    model: (files, language) => ({ whisper: { ...files, language, task: 'transcribe' } }),
    languages: whisperLanguages,
    // Its window is 30 s, and sherpa-onnx pads some of it with silence.
    longestMs: 28_000,
  },
  moonshine: {
    streaming: false,
    files: {
      preprocessor: /^preprocess/,
      encoder: /^encode\b/,
      uncachedDecoder: /^uncached_decode/,
      cachedDecoder: /^cached_decode/,
    },
    model: (files) => ({ moonshine: files }),
  },
  'moonshine-merged': {
    streaming: false,
    files: { encoder: /^encoder_model/, mergedDecoder: /^decoder_model_merged/ },
    model: (files) => ({ moonshine: files }),
  },
  canary: {
    streaming: false,
    files: encoderDecoder,
    model: (files, language) => ({
      canary: { ...files, srcLang: language || 'en', tgtLang: language || 'en', usePnc: 1 },
    }),
  },
  'fire-red-asr': { streaming: false, files: encoderDecoder, model: (files) => ({ fireRedAsr: files }) },
  'sense-voice': {
    streaming: false,
    files: oneFile,
    model: (files, language) => ({ senseVoice: { ...files, language, useInverseTextNormalization: 1 } }),
    languages: ['auto', 'zh', 'en', 'ja', 'ko', 'yue'],
  },
  paraformer: single('paraformer', false),
  'nemo-ctc': single('nemoCtc', false),
  'zipformer-ctc': single('zipformerCtc', false),
  'wenet-ctc': single('wenetCtc', false),
  dolphin: single('dolphin', false),
  'telespeech-ctc': {
    streaming: false,
    files: oneFile,
    model: (files) => ({ teleSpeechCtc: files['model'] ?? '' }),
  },
};

/** Metadata of streaming models: the number of frames per chunk. */
const STREAMING_NOTES = ['decode_chunk_len', 'chunk_shift'];

/** Kinds by prefix of `model_type`, for models with an encoder and a decoder. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['whisper', 'whisper'],
  ['EncDecMultiTask', 'canary'],
  ['paraformer', 'streaming-paraformer'],
  ['fire-red', 'fire-red-asr'],
];

/** Kinds by prefix of `model_type`, for models with one file; the second kind is for streaming models. */
const SINGLES: readonly (readonly [string, string | undefined, string?])[] = [
  ['zipformer2_ctc', 'zipformer-ctc', 'streaming-zipformer2-ctc'],
  ['zipformer2', undefined, 'streaming-zipformer2-ctc'],
  ['EncDec', 'nemo-ctc', 'streaming-nemo-ctc'],
  ['sense_voice', 'sense-voice'],
  ['paraformer', 'paraformer'],
  ['wenet', 'wenet-ctc'],
  ['telespeech', 'telespeech-ctc'],
  ['dolphin', 'dolphin'],
  ['t-one', 'streaming-t-one-ctc'],
];

/** The kind of model in a folder, by its files and metadata; undefined if it is ambiguous. */
export async function detectRecognizerKind(folder: ModelFolder): Promise<string | undefined> {
  for (const name of ['moonshine', 'moonshine-merged']) {
    if (hasFiles(folder, name)) return name;
  }
  const main = folder.model(ENCODER) ?? folder.model(/./);
  if (main === undefined) return undefined;
  const metadata = await folder.metadata(main);
  const type = metadata.get('model_type') ?? '';
  const streaming = STREAMING_NOTES.some((note) => metadata.has(note));
  if (hasFiles(folder, 'transducer')) return transducerKind(type, streaming);
  if (hasFiles(folder, 'whisper')) return PAIRS.find(([begin]) => type.startsWith(begin))?.[1];
  return singleKind(metadata, type, streaming);
}

function transducerKind(type: string, streaming: boolean): string {
  if (streaming) return 'streaming-transducer';
  return type.startsWith('EncDec') ? 'nemo-transducer' : 'transducer';
}

function singleKind(metadata: OnnxMetadata, type: string, streaming: boolean): string | undefined {
  const found = SINGLES.find(([begin]) => type.startsWith(begin));
  // The package does not support WeNet's streaming models, and they would fail as whole-turn models.
  if (found?.[1] === 'wenet-ctc' && metadata.has('left_chunks')) return undefined;
  return streaming ? (found?.[2] ?? found?.[1]) : found?.[1];
}

function hasFiles(folder: ModelFolder, kind: string): boolean {
  const patterns = Object.values(recognizerKinds[kind]?.files ?? {});
  return patterns.every((pattern) => folder.model(pattern) !== undefined);
}
