import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { ModelProblem } from './model-problem.js';
import { readOnnxMetadata, type OnnxMetadata } from './onnx-metadata.js';

const MODEL_FILE = /\.(onnx|ort)$/;

/** Quantised to 8 bits: smaller, and on a processor faster, than the full one that often lies beside it. */
const QUANTISED = /int8/;

/** The folder of a model, as it is after its archive was unpacked. */
export class ModelFolder {
  readonly path: string;
  /** Names of files and folders, in alphabetical order. */
  readonly names: readonly string[];

  private constructor(path: string, names: readonly string[]) {
    this.path = path;
    this.names = names;
  }

  /** @throws ModelProblem when there is no such folder. */
  static async open(path: string): Promise<ModelFolder> {
    try {
      return new ModelFolder(path, (await readdir(path)).toSorted());
    } catch (error) {
      throw new ModelProblem(
        `The model folder ${path} can not be read. Unpack a model of the sherpa-onnx project there, or correct the setting.`,
        { cause: error },
      );
    }
  }

  /** Path of a file or folder of that name; undefined when there is none. */
  has(name: string): string | undefined {
    return this.names.includes(name) ? join(this.path, name) : undefined;
  }

  /** Paths of all files whose name matches. */
  all(pattern: RegExp): readonly string[] {
    return this.names.filter((name) => pattern.test(name)).map((name) => join(this.path, name));
  }

  /** The model file whose name matches, the quantised one where there are two; undefined when there is none. */
  model(pattern: RegExp): string | undefined {
    const found = this.names.filter((name) => MODEL_FILE.test(name) && pattern.test(name));
    const chosen = found.find((name) => QUANTISED.test(name)) ?? found[0];
    return chosen === undefined ? undefined : join(this.path, chosen);
  }

  /**
   * The metadata of a model file; empty for one in ONNX Runtime's own format. @throws ModelProblem when it isn't whole.
   */
  async metadata(modelPath: string): Promise<OnnxMetadata> {
    return modelPath.endsWith('.ort') ? new Map() : await readOnnxMetadata(modelPath);
  }
}
