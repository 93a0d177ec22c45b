import { readFile } from 'node:fs/promises';
import { PbfReader } from 'pbf';

/** Fields of onnx.proto. */
const MODEL_GRAPH = 7;
const GRAPH_INITIALIZER = 5;
const TENSOR_NAME = 8;
const TENSOR_RAW_DATA = 9;

/**
 * The weights of an ONNX model by name.
 * @throws Error if the file is missing or not an ONNX model.
 */
export async function readOnnxWeights(path: string): Promise<ReadonlyMap<string, Float32Array>> {
  const weights = new Map<string, Float32Array>();
  new PbfReader(await readFile(path)).readFields((field, _model, model) => {
    if (field === MODEL_GRAPH) model.readMessage(readGraph, weights);
  }, weights);
  if (weights.size === 0) throw new Error(`${path} holds no weights`);
  return weights;
}

function readGraph(field: number, weights: Map<string, Float32Array>, graph: PbfReader): void {
  if (field !== GRAPH_INITIALIZER) return;
  const { name, bytes } = graph.readMessage(readTensor, { name: '', bytes: new Uint8Array() });
  // Copied, because tensors in the file are not aligned.
  weights.set(name, new Float32Array(new Uint8Array(bytes).buffer, 0, Math.floor(bytes.length / 4)));
}

function readTensor(field: number, tensor: { name: string; bytes: Uint8Array }, from: PbfReader): void {
  if (field === TENSOR_NAME) tensor.name = from.readString();
  if (field === TENSOR_RAW_DATA) tensor.bytes = from.readBytes();
}
