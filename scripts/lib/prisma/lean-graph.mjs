// The graph by which Prisma finds the parameters of a query, in a form that takes less memory.
import { createRequire } from 'node:module';

// As CommonJS, as the generator (see generate-client.mjs).
const { deserializeParamGraph, serializeParamGraph } = createRequire(import.meta.url)('@prisma/param-graph');

/** V8 keeps members by number in a table, and not in an array with holes, where the first is beyond 1,024. */
const FIRST_NUMBER = 1_100;

/**
 * Prisma keeps an object for each node, with a member for each field by the number of the field's name. Numbers in the
 * hundreds make V8 keep an array of thousands of bytes for each of these objects, most of it holes: 14 MB. Beyond 1,024
 * it keeps what is there. And where nodes lead to the same in all ways, one is enough.
 * @param {{ strings: string[], graph: string }} schema
 * @returns {{ strings: string[], graph: string }}
 */
export function leanGraph(schema) {
  return withHighNumbers(withoutTwins(schema));
}

/** @param {{ strings: string[], graph: string }} schema */
function withHighNumbers(schema) {
  const { strings, inputNodes, outputNodes, roots } = deserializeParamGraph(schema);
  const numbered = (edges) =>
    Object.fromEntries(Object.entries(edges).map(([number, edge]) => [FIRST_NUMBER + Number(number), edge]));
  return serializeParamGraph({
    strings: [...Array.from({ length: FIRST_NUMBER }, (_, number) => `\u0000${number}`), ...strings],
    inputNodes: inputNodes.map(({ edges }) => ({
      edges: mapValues(numbered(edges), (edge) => ({
        ...edge,
        ...(edge.enumNameIndex !== undefined && { enumNameIndex: FIRST_NUMBER + edge.enumNameIndex }),
      })),
    })),
    outputNodes: outputNodes.map(({ edges }) => ({ edges: numbered(edges) })),
    roots,
  });
}

/** @param {{ strings: string[], graph: string }} schema */
function withoutTwins(schema) {
  const { strings, inputNodes, outputNodes, roots } = deserializeParamGraph(schema);
  const classes = classesOf(inputNodes);
  const toArguments = (edge) => ({
    ...edge,
    ...(edge.argsNodeId !== undefined && { argsNodeId: classes[edge.argsNodeId] }),
  });
  const kept = [];
  inputNodes.forEach(({ edges }, id) => {
    kept[classes[id]] ??= {
      edges: mapValues(edges, (edge) => ({
        ...edge,
        ...(edge.childNodeId !== undefined && { childNodeId: classes[edge.childNodeId] }),
      })),
    };
  });
  return serializeParamGraph({
    strings,
    inputNodes: kept,
    outputNodes: outputNodes.map(({ edges }) => ({ edges: mapValues(edges, toArguments) })),
    roots: mapValues(roots, toArguments),
  });
}

/**
 * The class of each node, numbered from 0: at first all are of one, and those are told apart that have other fields or
 * lead to other classes, until nothing changes.
 */
function classesOf(nodes) {
  let classes = nodes.map(() => 0);
  for (let count = 0; ;) {
    const known = new Map();
    const next = nodes.map(({ edges }) => {
      const key = JSON.stringify(
        Object.entries(edges).map(([number, { flags, scalarMask, enumNameIndex, childNodeId }]) => [
          number,
          flags,
          scalarMask,
          enumNameIndex,
          childNodeId === undefined ? undefined : classes[childNodeId],
        ]),
      );
      if (!known.has(key)) known.set(key, known.size);
      return known.get(key);
    });
    if (known.size === count) return next;
    count = known.size;
    classes = next;
  }
}

const mapValues = (values, change) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
