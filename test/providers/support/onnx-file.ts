/**
 * Field numbers of ONNX's `ModelProto` and `StringStringEntryProto`, and Protocol Buffers' length-delimited wire type.
 */
const IR_VERSION = 1;
const GRAPH = 7;
const METADATA = 14;
const KEY = 1;
const VALUE = 2;
const LENGTH_DELIMITED = 2;

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

function field(number: number, content: Uint8Array): Buffer {
  return Buffer.from([...varint(number * 8 + LENGTH_DELIMITED), ...varint(content.length), ...content]);
}

/** An ONNX file with an empty graph and this metadata: enough to identify the model type. */
export function onnxFile(metadata: Readonly<Record<string, string>>): Buffer {
  const notes = Object.entries(metadata).map(([key, value]) =>
    field(METADATA, Buffer.concat([field(KEY, Buffer.from(key)), field(VALUE, Buffer.from(value))])),
  );
  return Buffer.concat([Buffer.from([IR_VERSION * 8, 8]), field(GRAPH, new Uint8Array(300)), ...notes]);
}
