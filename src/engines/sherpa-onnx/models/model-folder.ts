import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ModelProblem, type OnnxMetadata, readOnnxMetadata } from './onnx-metadata.js';

const MODEL_FILE = /\.(onnx|ort)$/;

/** Quantized to 8 bits: smaller, and faster on a CPU, than the full model that is often beside it. */
const QUANTISED = /int8/;

/** The folder of a model, as unpacked from its archive. */
export class ModelFolder {
  readonly path: string;
  /** Names of files and folders, in alphabetical order. */
  readonly names: readonly string[];

  private constructor(path: string, names: readonly string[]) {
    this.path = path;
    this.names = names;
  }

  /** @throws ModelProblem if there is no such folder. */
  static async open(path: string): Promise<ModelFolder> {
    try {
      return new ModelFolder(path, (await readdir(path)).toSorted());
    } catch (error) {
      throw new ModelProblem(
        `The model folder ${path} cannot be read. Unpack a model of the sherpa-onnx project there, or correct the setting.`,
        { cause: error },
      );
    }
  }

  /** Path of a file or folder; undefined if it does not exist. */
  has(name: string): string | undefined {
    return this.names.includes(name) ? join(this.path, name) : undefined;
  }

  /** Paths of all files with a matching name. */
  all(pattern: RegExp): readonly string[] {
    return this.names.filter((name) => pattern.test(name)).map((name) => join(this.path, name));
  }

  /** The model file with a matching name, preferably quantized; undefined without one. */
  model(pattern: RegExp): string | undefined {
    const found = this.names.filter((name) => MODEL_FILE.test(name) && pattern.test(name));
    const chosen = found.find((name) => QUANTISED.test(name)) ?? found[0];
    return chosen === undefined ? undefined : join(this.path, chosen);
  }

  /**
   * The metadata of a model file; empty for ONNX Runtime's own format. @throws ModelProblem if the file is incomplete.
   */
  async metadata(modelPath: string): Promise<OnnxMetadata> {
    return modelPath.endsWith('.ort') ? new Map() : await readOnnxMetadata(modelPath);
  }
}
