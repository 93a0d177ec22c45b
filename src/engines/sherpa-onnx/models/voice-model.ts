import { access } from 'node:fs/promises';

import type { EngineConfig, SherpaConfig } from '../process/sherpa-engine-types.js';
import { ModelFolder } from './model-folder.js';
import { ModelProblem } from './onnx-metadata.js';

const VOCODER = /vocos|hifigan|vocoder/;
const NO_VOCODER = /^(?!.*(vocos|hifigan|vocoder))/;

const voiceKinds = ['vits', 'matcha', 'kokoro', 'kitten'] as const;
type VoiceKind = (typeof voiceKinds)[number];

export interface VoiceModel {
  readonly modelDirectory: string;
  /** One of `voiceKinds`; detected from the files if absent. */
  readonly modelKind?: string | undefined;
  /** Path of a Matcha model's vocoder if it is not in the model's folder. */
  readonly vocoder?: string | undefined;
  readonly threads?: number | undefined;
}

/**
 * The engine configuration for TTS with this model.
 * @throws ModelProblem
 */
export async function voiceConfig(model: VoiceModel): Promise<EngineConfig> {
  const folder = await ModelFolder.open(model.modelDirectory);
  const path = folder.model(NO_VOCODER);
  if (path === undefined) {
    throw new ModelProblem(
      `There is no ONNX model in ${folder.path}. Point at the folder of an unpacked text-to-speech model.`,
    );
  }
  const metadata = await folder.metadata(path);
  const kind = chosenKind(model.modelKind) ?? detectedKind(folder, metadata.get('model_type') ?? '');
  return {
    role: 'voice',
    config: {
      model: {
        [kind]: await filesOf(kind, folder, path, model.vocoder),
        numThreads: model.threads ?? 1,
        provider: 'cpu',
        debug: false,
      },
      // One sentence at a time, so that playout starts while the next is synthesized.
      maxNumSentences: 1,
      ruleFsts: folder.all(/\.fst$/).join(','),
    },
  };
}

function chosenKind(name: string | undefined): VoiceKind | undefined {
  const kind = voiceKinds.find((known) => known === name);
  if (name !== undefined && !kind) {
    throw new ModelProblem(`There is no kind of voice ${name}. Known are ${voiceKinds.join(', ')}.`);
  }
  return kind;
}

function detectedKind(folder: ModelFolder, modelType: string): VoiceKind {
  if (modelType.startsWith('matcha')) return 'matcha';
  if (folder.has('voices.bin') === undefined) return 'vits';
  return modelType.startsWith('kitten') ? 'kitten' : 'kokoro';
}

async function filesOf(
  kind: VoiceKind,
  folder: ModelFolder,
  path: string,
  vocoder: string | undefined,
): Promise<SherpaConfig> {
  const common = {
    tokens: required(folder, 'tokens.txt'),
    ...optional('dataDir', folder.has('espeak-ng-data')),
  };
  const lexicon = optional('lexicon', lexiconOf(folder));
  switch (kind) {
    case 'vits':
      return { model: path, ...common, ...lexicon };
    case 'matcha':
      return { acousticModel: path, vocoder: await vocoderOf(folder, vocoder), ...common, ...lexicon };
    case 'kokoro':
      return { model: path, voices: required(folder, 'voices.bin'), ...common, ...lexicon };
    case 'kitten':
      return { model: path, voices: required(folder, 'voices.bin'), ...common };
  }
}

/**
 * Multilingual models have several lexicons. For English the American one is used, as in the examples of sherpa-onnx.
 */
function lexiconOf(folder: ModelFolder): string | undefined {
  const american = folder.has('lexicon-us-en.txt') !== undefined;
  const lexicons = folder.all(american ? /^lexicon(?!-gb-en).*\.txt$/ : /^lexicon.*\.txt$/);
  return lexicons.length > 0 ? lexicons.join(',') : undefined;
}

async function vocoderOf(folder: ModelFolder, configured: string | undefined): Promise<string> {
  const path = configured ?? folder.model(VOCODER);
  const there =
    path !== undefined &&
    (await access(path).then(
      () => true,
      () => false,
    ));
  if (there) {
    await folder.metadata(path);
    return path;
  }
  throw new ModelProblem(
    `The Matcha model in ${folder.path} needs a vocoder. Put one (vocos or hifigan) into its folder, or name its path.`,
  );
}

function required(folder: ModelFolder, name: string): string {
  const path = folder.has(name);
  if (path !== undefined) return path;
  throw new ModelProblem(
    `There is no ${name} in ${folder.path}. Unpack the whole archive of the model there.`,
  );
}

function optional(option: string, path: string | undefined): SherpaConfig {
  return path === undefined ? {} : { [option]: path };
}
