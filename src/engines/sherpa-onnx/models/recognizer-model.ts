import { listedLanguage } from '../../../providers/index.js';
import type { EngineConfig } from '../process/sherpa-engine-types.js';
import { ModelFolder } from './model-folder.js';
import { ModelProblem } from './onnx-metadata.js';
import { detectRecognizerKind, type RecognizerKind, recognizerKinds } from './recognizer-kinds.js';

const RATE_HZ = 16_000;

/** Mel bands of nearly all models; sherpa-onnx overrides it for the others. */
const FEATURES = 80;

export interface RecognizerModel {
  readonly modelDirectory: string;
  /** One of `recognizerKinds`; detected from the files if absent. */
  readonly modelKind?: string | undefined;
  /** For multilingual kinds, a code such as `en`; empty for automatic detection, if the model supports it. */
  readonly language?: string | undefined;
  readonly threads?: number | undefined;
}

/**
 * The engine configuration for STT with this model.
 * @throws ModelProblem
 */
export async function recognizerConfig(model: RecognizerModel): Promise<EngineConfig> {
  const folder = await ModelFolder.open(model.modelDirectory);
  const name = model.modelKind ?? (await detectRecognizerKind(folder));
  const kind = name === undefined ? undefined : recognizerKinds[name];
  if (name === undefined || !kind) throw unknownKind(folder, name);
  const files = Object.fromEntries(
    await Promise.all(
      Object.entries(kind.files).map(
        async ([option, pattern]) => [option, await wholeFile(folder, name, option, pattern)] as const,
      ),
    ),
  );
  const [tokens] = folder.all(/tokens\.txt$/);
  if (tokens === undefined) {
    throw new ModelProblem(
      `There is no tokens.txt in ${folder.path}. Unpack the whole archive of the model there.`,
    );
  }
  return {
    ...(kind.streaming
      ? { role: 'streaming-recognizer' }
      : { role: 'recognizer', longestMs: kind.longestMs }),
    config: {
      featConfig: { sampleRate: kind.sampleRateHz ?? RATE_HZ, featureDim: FEATURES },
      modelConfig: {
        ...kind.model(files, languageFor(kind, model.language)),
        tokens,
        numThreads: model.threads ?? 1,
        provider: 'cpu',
        debug: false,
      },
      decodingMethod: 'greedy_search',
    },
  };
}

async function wholeFile(
  folder: ModelFolder,
  kind: string,
  option: string,
  pattern: RegExp,
): Promise<string> {
  const path = folder.model(pattern);
  if (path === undefined) {
    throw new ModelProblem(
      `There is no ${option} of a ${kind} model in ${folder.path}. Unpack the whole archive of the model there, or correct the kind.`,
    );
  }
  await folder.metadata(path);
  return path;
}

function unknownKind(folder: ModelFolder, name: string | undefined): ModelProblem {
  const kinds = Object.keys(recognizerKinds).join(', ');
  return new ModelProblem(
    name === undefined
      ? `The files in ${folder.path} are of no recognizer that is known. Point at the folder of an unpacked speech-to-text model, ` +
          `or name its kind: ${kinds}.`
      : `There is no kind of recognizer ${name}. Known are ${kinds}.`,
  );
}

/** Settings have codes such as en-GB, models only languages. */
function languageFor({ languages }: RecognizerKind, language = ''): string {
  if (languages) return listedLanguage(language, languages) ?? '';
  return language.split('-', 1)[0] ?? '';
}
