/** Field numbers of ONNX's protocol buffers (onnx.proto3), and the wire types that are used of them. */
const MODEL = { irVersion: 1, opsetImport: 8, graph: 7 } as const;
const OPSET = { version: 2 } as const;
const GRAPH = { node: 1, name: 2, initializer: 5, input: 11, output: 12 } as const;
const NODE = { input: 1, output: 2, opType: 4, attribute: 5 } as const;
const ATTRIBUTE = { name: 1, int: 3, ints: 8, type: 20 } as const;
const TENSOR = { dims: 1, dataType: 2, name: 8, rawData: 9 } as const;
const VALUE = { name: 1, type: 2 } as const;
const FLOAT = 1;
const INT_ATTRIBUTE = 2;
const INTS_ATTRIBUTE = 7;
const IR_VERSION = 8;
const OPSET_VERSION = 13;

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

const number = (field: number, value: number): Buffer =>
  Buffer.from([...varint(field * 8), ...varint(value)]);

function bytes(field: number, content: Uint8Array | string): Buffer {
  const data = Buffer.from(content);
  return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(data.length)]), data]);
}

function node(
  opType: string,
  inputs: readonly string[],
  output: string,
  attributes: readonly Buffer[] = [],
): Buffer {
  return bytes(
    GRAPH.node,
    Buffer.concat([
      ...inputs.map((input) => bytes(NODE.input, input)),
      bytes(NODE.output, output),
      bytes(NODE.opType, opType),
      ...attributes.map((attribute) => bytes(NODE.attribute, attribute)),
    ]),
  );
}

function constant(name: string, value: number): Buffer {
  const raw = Buffer.alloc(4);
  raw.writeFloatLE(value);
  const tensor = [number(TENSOR.dims, 1), number(TENSOR.dataType, FLOAT), bytes(TENSOR.name, name)];
  return bytes(GRAPH.initializer, Buffer.concat([...tensor, bytes(TENSOR.rawData, raw)]));
}

/** A tensor of floats of this shape. */
function value(field: number, name: string, shape: readonly number[]): Buffer {
  const dims = Buffer.concat(shape.map((dim) => bytes(1, number(1, dim))));
  const tensorType = Buffer.concat([number(1, FLOAT), bytes(2, dims)]);
  return bytes(field, Buffer.concat([bytes(VALUE.name, name), bytes(VALUE.type, bytes(1, tensorType))]));
}

const axes = Buffer.concat([
  bytes(ATTRIBUTE.name, 'axes'),
  number(ATTRIBUTE.ints, 1),
  number(ATTRIBUTE.ints, 2),
  number(ATTRIBUTE.type, INTS_ATTRIBUTE),
]);
const dropAxes = Buffer.concat([
  bytes(ATTRIBUTE.name, 'keepdims'),
  number(ATTRIBUTE.int, 0),
  number(ATTRIBUTE.type, INT_ATTRIBUTE),
]);

/**
 * An ONNX model with the input and output of Smart Turn v3: the probability is the sigmoid of the mean of all features
 * times `slope`, and `bias`.
 * @param input What it calls its input.
 */
export function turnEndModelFile(slope: number, bias: number, input = 'input_features'): Buffer {
  const graph = Buffer.concat([
    node('ReduceMean', [input], 'mean', [axes, dropAxes]),
    node('Mul', ['mean', 'slope'], 'scaled'),
    node('Add', ['scaled', 'bias'], 'logit'),
    node('Sigmoid', ['logit'], 'probability'),
    bytes(GRAPH.name, 'turn-end'),
    constant('slope', slope),
    constant('bias', bias),
    value(GRAPH.input, input, [1, 80, 800]),
    value(GRAPH.output, 'probability', [1]),
  ]);
  const opset = bytes(MODEL.opsetImport, number(OPSET.version, OPSET_VERSION));
  return Buffer.concat([number(MODEL.irVersion, IR_VERSION), opset, bytes(MODEL.graph, graph)]);
}
