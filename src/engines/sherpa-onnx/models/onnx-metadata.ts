import { open, type FileHandle } from 'node:fs/promises';

/** A configured model can't be used. The message is for the operator: it names the file and the remedy. */
export class ModelProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ModelProblem';
  }
}

/** Exporter metadata of an ONNX file, such as `model_type`. */
export type OnnxMetadata = ReadonlyMap<string, string>;

/** Field numbers of `ModelProto` and `StringStringEntryProto` (onnx.proto3). */
const GRAPH_FIELD = 7;
const METADATA_FIELD = 14;
const KEY_FIELD = 1;
const VALUE_FIELD = 2;

/** Wire types of Protocol Buffers that occur here. */
const VARINT = 0;
const LENGTH_DELIMITED = 2;

/** A tag and a length, each a varint of ten bytes at most. */
const MAX_FIELD_HEADER_BYTES = 20;

/** Longer entries, such as token tables, do not describe the kind of model. */
const MAX_ENTRY_BYTES = 100_000;

/**
 * Reads the metadata of an ONNX file without loading its weights, and checks that the file is complete: then its fields
 * end exactly at the end of the file.
 * @throws ModelProblem if the file is not a complete ONNX file.
 */
export async function readOnnxMetadata(path: string): Promise<OnnxMetadata> {
  const file = await open(path);
  try {
    return await readFields(path, file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

async function readFields(path: string, file: FileHandle, size: number): Promise<OnnxMetadata> {
  const metadata = new Map<string, string>();
  let hasGraph = false;
  for (let at = 0; at < size;) {
    const header = readFieldHeader(await readBytes(file, at, MAX_FIELD_HEADER_BYTES));
    if (!header) throw notOnnx(path);
    const contentAt = at + header.headerBytes;
    at = contentAt + header.contentBytes;
    if (at > size) throw notOnnx(path);
    if (header.field === GRAPH_FIELD) hasGraph = true;
    if (header.field === METADATA_FIELD && header.contentBytes <= MAX_ENTRY_BYTES) {
      addEntry(metadata, await readBytes(file, contentAt, header.contentBytes));
    }
  }
  if (!hasGraph) throw notOnnx(path);
  return metadata;
}

async function readBytes(file: FileHandle, at: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

interface FieldHeader {
  readonly field: number;
  readonly headerBytes: number;
  readonly contentBytes: number;
}

/** Undefined if the bytes are not a field of an ONNX model. */
function readFieldHeader(bytes: Uint8Array): FieldHeader | undefined {
  const tag = readVarint(bytes, 0);
  if (!tag) return undefined;
  const field = Math.floor(tag.value / 8);
  const value = readVarint(bytes, tag.end);
  if (field === 0 || !value) return undefined;
  if (tag.value % 8 === VARINT) return { field, headerBytes: value.end, contentBytes: 0 };
  if (tag.value % 8 === LENGTH_DELIMITED) {
    return { field, headerBytes: value.end, contentBytes: value.value };
  }
  return undefined;
}

function readVarint(
  bytes: Uint8Array,
  begin: number,
): { readonly value: number; readonly end: number } | undefined {
  let value = 0;
  let scale = 1;
  for (let at = begin; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    value += (byte % 128) * scale;
    if (byte < 128) return Number.isSafeInteger(value) ? { value, end: at + 1 } : undefined;
    scale *= 128;
  }
  return undefined;
}

function addEntry(metadata: Map<string, string>, bytes: Uint8Array): void {
  const texts = new Map<number, string>();
  for (let at = 0; at < bytes.length;) {
    const header = readFieldHeader(bytes.subarray(at, at + MAX_FIELD_HEADER_BYTES));
    if (!header) return;
    const contentAt = at + header.headerBytes;
    at = contentAt + header.contentBytes;
    texts.set(header.field, new TextDecoder().decode(bytes.subarray(contentAt, at)));
  }
  const key = texts.get(KEY_FIELD);
  if (key !== undefined) metadata.set(key, texts.get(VALUE_FIELD) ?? '');
}

function notOnnx(path: string): ModelProblem {
  return new ModelProblem(
    `${path} is not a complete ONNX file; its download may have been broken off. Download and unpack the model again.`,
  );
}
