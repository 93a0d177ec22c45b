import {
  deserializeParamGraph,
  EdgeFlag,
  type ParamGraphData,
  serializeParamGraph,
} from '@prisma/param-graph';
import { leanGraph } from '../../scripts/lib/prisma/lean-graph.mjs';

const { Object: OBJECT, ParamScalar: SCALAR, ParamEnum: ENUM } = EdgeFlag;

/** Filters of two models that lead to each other; of the first one there is a twin, and one that differs far below. */
const graph: ParamGraphData = {
  strings: ['name', 'owner', 'pets', 'kind', 'Kind', 'where', 'findMany', 'Person.findMany', 'Pet.findMany'],
  inputNodes: [
    { edges: { 0: { flags: SCALAR, scalarMask: 1 }, 2: { flags: OBJECT, childNodeId: 1 } } },
    { edges: { 1: { flags: OBJECT, childNodeId: 0 }, 3: { flags: ENUM, enumNameIndex: 4 } } },
    { edges: { 0: { flags: SCALAR, scalarMask: 1 }, 2: { flags: OBJECT, childNodeId: 1 } } },
    { edges: { 0: { flags: SCALAR, scalarMask: 1 }, 2: { flags: OBJECT, childNodeId: 4 } } },
    { edges: { 1: { flags: OBJECT, childNodeId: 3 }, 3: { flags: ENUM } } },
    { edges: { 5: { flags: OBJECT, childNodeId: 2 } } },
    { edges: { 5: { flags: OBJECT, childNodeId: 3 } } },
  ],
  outputNodes: [{ edges: { 2: { argsNodeId: 6, outputNodeId: 0 } } }, { edges: {} }],
  roots: {
    'Person.findMany': { argsNodeId: 5, outputNodeId: 0 },
    'Pet.findMany': { argsNodeId: 6, outputNodeId: 1 },
  },
};

/** All ways of so many fields through what a query may have in it, by their names, with what is found at their ends. */
function waysOf({ strings, inputNodes, outputNodes, roots }: ParamGraphData, length: number): string[] {
  const named = (index: number | undefined) => (index === undefined ? undefined : strings[index]);
  const into = (id: number | undefined, left: number): string[] =>
    Object.entries((id === undefined ? undefined : inputNodes[id])?.edges ?? {}).flatMap(([index, edge]) => {
      const { flags, scalarMask, enumNameIndex, childNodeId } = edge;
      const name = named(Number(index));
      const end = `${name}:${flags}/${scalarMask}/${named(enumNameIndex)}`;
      return [end, ...(left > 0 ? into(childNodeId, left - 1).map((rest) => `${name}.${rest}`) : [])];
    });
  const outOf = (id: number | undefined, left: number): string[] =>
    Object.entries((id === undefined ? undefined : outputNodes[id])?.edges ?? {}).flatMap(([index, edge]) => {
      const name = named(Number(index));
      const below = left > 0 ? outOf(edge.outputNodeId, left - 1) : [];
      return [...into(edge.argsNodeId, left), ...below].map((rest) => `${name}>${rest}`);
    });
  return Object.entries(roots)
    .flatMap(([root, { argsNodeId, outputNodeId }]) =>
      [...into(argsNodeId, length), ...outOf(outputNodeId, length)].map((way) => `${root} ${way}`),
    )
    .sort();
}

describe('the graph by which Prisma finds the parameters of a query', () => {
  const lean = deserializeParamGraph(leanGraph(serializeParamGraph(graph)));

  it('leads to the same by the same names', () => {
    expect(waysOf(lean, 6)).toEqual(waysOf(graph, 6));
    expect(waysOf(lean, 6).length).toBeGreaterThan(50);
  });

  it('has no two nodes that lead to the same, and no numbers that V8 would keep arrays with holes for', () => {
    expect(lean.inputNodes).toHaveLength(graph.inputNodes.length - 1);
    const numbers = [...lean.inputNodes, ...lean.outputNodes].flatMap(({ edges }) =>
      Object.keys(edges).map(Number),
    );
    expect(Math.min(...numbers)).toBeGreaterThan(1_024);
  });
});
