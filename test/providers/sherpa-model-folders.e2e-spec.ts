import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import type {
  EngineConfig,
  SherpaConfig,
} from '../../src/engines/sherpa-onnx/process/sherpa-engine-types.js';
import { recognizerConfig } from '../../src/engines/sherpa-onnx/models/recognizer-model.js';
import { voiceConfig } from '../../src/engines/sherpa-onnx/models/voice-model.js';
import { onnxFile } from './support/onnx-file.js';

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'model-folders-'));
});

afterAll(() => rm(root, { recursive: true }));

/** Creates a folder like the sherpa-onnx project's archives; ONNX files carry the metadata. */
async function folderWith(names: readonly string[], metadata: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(root, 'model-'));
  for (const name of names) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, name.endsWith('.onnx') ? onnxFile(metadata) : 'x 0\n');
  }
  return folder;
}

/** The file settings of the configuration, with relative paths. */
function named(config: SherpaConfig, folder: string): SherpaConfig {
  const short = (value: SherpaConfig[string]): SherpaConfig[string] => {
    if (typeof value === 'object') return named(value, folder);
    if (typeof value !== 'string') return value;
    return value
      .split(',')
      .map((part) => (part.startsWith(folder) ? relative(folder, part) : part))
      .join(',');
  };
  return Object.fromEntries(Object.entries(config).map(([key, value]) => [key, short(value)]));
}

function modelOf({ config }: EngineConfig, folder: string, option: string): SherpaConfig {
  const {
    numThreads: _threads,
    provider: _provider,
    debug: _debug,
    ...model
  } = named(config[option] as SherpaConfig, folder);
  return model;
}

const streamed = { decode_chunk_len: '32' };
const transducer = {
  encoder: 'encoder-epoch-99-avg-1.int8.onnx',
  decoder: 'decoder-epoch-99-avg-1.onnx',
  joiner: 'joiner-epoch-99-avg-1.int8.onnx',
};
const transducerFiles = [
  ...Object.values(transducer),
  'encoder-epoch-99-avg-1.onnx',
  'bpe.model',
  'tokens.txt',
];
const both = ['model.onnx', 'model.int8.onnx', 'tokens.txt', 'test_wavs/0.wav'];
const quantised = { model: 'model.int8.onnx' };
const pair = ['encoder.int8.onnx', 'decoder.int8.onnx', 'tokens.txt'];
const pairFiles = { encoder: 'encoder.int8.onnx', decoder: 'decoder.int8.onnx' };

describe('recognizer model', () => {
  it.each<[string, readonly string[], Record<string, string>, string, SherpaConfig]>([
    [
      'a streaming transducer',
      transducerFiles,
      { model_type: 'zipformer2', ...streamed },
      'streaming-recognizer',
      { transducer },
    ],
    ['a transducer', transducerFiles, { model_type: 'zipformer2' }, 'recognizer', { transducer }],
    [
      'a NeMo transducer',
      ['encoder.int8.onnx', 'decoder.int8.onnx', 'joiner.int8.onnx', 'tokens.txt'],
      { model_type: 'EncDecRNNTBPEModel' },
      'recognizer',
      { transducer: { ...pairFiles, joiner: 'joiner.int8.onnx' }, modelType: 'nemo_transducer' },
    ],
    [
      'a streaming Zipformer CTC',
      both,
      { model_type: 'zipformer2', ...streamed },
      'streaming-recognizer',
      { zipformer2Ctc: quantised },
    ],
    ['a Zipformer CTC', both, { model_type: 'zipformer2_ctc' }, 'recognizer', { zipformerCtc: quantised }],
    [
      'a streaming NeMo CTC',
      both,
      { model_type: 'EncDecHybridRNNTCTCBPEModel', chunk_shift: '7' },
      'streaming-recognizer',
      { nemoCtc: quantised },
    ],
    ['a NeMo CTC', both, { model_type: 'EncDecCTCModelBPE' }, 'recognizer', { nemoCtc: quantised }],
    ['a Paraformer', both, { model_type: 'paraformer' }, 'recognizer', { paraformer: quantised }],
    [
      'a streaming Paraformer',
      pair,
      { model_type: 'paraformer' },
      'streaming-recognizer',
      { paraformer: pairFiles },
    ],
    ['a T-one', both, { model_type: 't-one' }, 'streaming-recognizer', { toneCtc: quantised }],
    [
      'a SenseVoice',
      both,
      { model_type: 'sense_voice_ctc' },
      'recognizer',
      { senseVoice: { ...quantised, language: '', useInverseTextNormalization: 1 } },
    ],
    [
      'a Whisper',
      ['tiny-encoder.onnx', 'tiny-encoder.int8.onnx', 'tiny-decoder.int8.onnx', 'tiny-tokens.txt'],
      { model_type: 'whisper-tiny' },
      'recognizer',
      {
        whisper: {
          encoder: 'tiny-encoder.int8.onnx',
          decoder: 'tiny-decoder.int8.onnx',
          language: 'de',
          task: 'transcribe',
        },
      },
    ],
    [
      'a Canary',
      pair,
      { model_type: 'EncDecMultiTaskModel' },
      'recognizer',
      { canary: { ...pairFiles, srcLang: 'de', tgtLang: 'de', usePnc: 1 } },
    ],
    [
      'a Moonshine',
      [
        'preprocess.onnx',
        'encode.int8.onnx',
        'uncached_decode.int8.onnx',
        'cached_decode.int8.onnx',
        'tokens.txt',
      ],
      {},
      'recognizer',
      {
        moonshine: {
          preprocessor: 'preprocess.onnx',
          encoder: 'encode.int8.onnx',
          uncachedDecoder: 'uncached_decode.int8.onnx',
          cachedDecoder: 'cached_decode.int8.onnx',
        },
      },
    ],
  ])('is detected as %s by its files and metadata', async (_what, files, metadata, role, model) => {
    const folder = await folderWith(files, metadata);
    const config = await recognizerConfig({ modelDirectory: folder, language: 'de-AT' });
    expect(config.role).toBe(role);
    const tokens = files.find((name) => name.endsWith('tokens.txt'));
    expect(modelOf(config, folder, 'modelConfig')).toEqual({ ...model, tokens });
  });

  it('is the type that the operator configured', async () => {
    const folder = await folderWith(both, { model_type: 'zipformer2_ctc' });
    const config = await recognizerConfig({ modelDirectory: folder, modelKind: 'wenet-ctc' });
    expect(modelOf(config, folder, 'modelConfig')).toEqual({ wenetCtc: quantised, tokens: 'tokens.txt' });
  });
});

describe('voice model', () => {
  const espeak = 'espeak-ng-data/phontab';
  const common = { tokens: 'tokens.txt', dataDir: 'espeak-ng-data' };

  it.each<[string, readonly string[], string, SherpaConfig]>([
    [
      'Piper',
      ['en_GB-alan-low.onnx', 'en_GB-alan-low.onnx.json', 'tokens.txt', espeak],
      'vits',
      { vits: { model: 'en_GB-alan-low.onnx', ...common } },
    ],
    [
      'VITS',
      ['vits-ljs.onnx', 'lexicon.txt', 'tokens.txt'],
      'vits',
      { vits: { model: 'vits-ljs.onnx', tokens: 'tokens.txt', lexicon: 'lexicon.txt' } },
    ],
    [
      'Matcha',
      ['model-steps-3.onnx', 'vocos-22khz-univ.onnx', 'tokens.txt', espeak],
      'matcha-tts',
      { matcha: { acousticModel: 'model-steps-3.onnx', vocoder: 'vocos-22khz-univ.onnx', ...common } },
    ],
    [
      'Kokoro',
      [
        'model.onnx',
        'voices.bin',
        'tokens.txt',
        espeak,
        'lexicon-us-en.txt',
        'lexicon-gb-en.txt',
        'lexicon-zh.txt',
      ],
      'kokoro',
      {
        kokoro: {
          model: 'model.onnx',
          voices: 'voices.bin',
          ...common,
          lexicon: 'lexicon-us-en.txt,lexicon-zh.txt',
        },
      },
    ],
    [
      'Kitten',
      ['model.fp16.onnx', 'voices.bin', 'tokens.txt', espeak],
      'kitten-tts',
      { kitten: { model: 'model.fp16.onnx', voices: 'voices.bin', ...common } },
    ],
  ])('is detected as %s by its files and metadata', async (_what, files, model_type, model) => {
    const folder = await folderWith(files, { model_type });
    expect(modelOf(await voiceConfig({ modelDirectory: folder }), folder, 'model')).toEqual(model);
  });

  it('requires a vocoder for Matcha', async () => {
    const folder = await folderWith(['model-steps-3.onnx', 'tokens.txt', espeak], {
      model_type: 'matcha-tts',
    });
    await expect(voiceConfig({ modelDirectory: folder })).rejects.toThrow(/needs a vocoder\. Put one/);
  });
});
