import { type AgentDocument, type AgentTool, undoPlacesIn } from '../agent-document/index.js';

type Settings = Omit<AgentDocument, 'schemaVersion' | 'variants'>;

/** The tool with which models undo, and the argument with which they replace. */
const UNDO = 'undo';
const REPLACES = 'replaces';
/** Each may be filled with a whole answer of a tool. */
const MAX_PLACES = 50;

/** Problems that keep a tool from being undone, each with a valid example. */
export function undoProblemsOf({ tools = [] }: Settings, place: string): string[] {
  const isUsed = tools.some(({ undo }) => undo);
  return tools.flatMap((tool, index) => {
    const at = `${place}/tools/${index}`;
    if (isUsed && tool.name === UNDO)
      return [`${at}/name must not be ${UNDO} in a document whose tools have an undo: write "undo_it"`];
    return tool.undo ? problemsOf(tool, tool.undo, tools, at) : [];
  });
}

function problemsOf(
  tool: AgentTool,
  { tool: name, arguments: given = {} }: NonNullable<AgentTool['undo']>,
  tools: readonly AgentTool[],
  at: string,
): string[] {
  const inverse = tools.find((one) => one.name === name && one !== tool);
  if (!inverse) {
    const other = tools.find((one) => one !== tool)?.name;
    const example = other === undefined ? 'another tool in /tools' : `"tool": "${other}"`;
    return [
      `${at}/undo/tool must name another tool of the document, and none is named ${JSON.stringify(name)}: write ${example}`,
    ];
  }
  const taken = propertiesOf(tool).includes(REPLACES)
    ? [
        `${at}/parameters must not have ${REPLACES}, with which models say what a call replaces: write "instead_of"`,
      ]
    : [];
  return [...taken, ...placeProblems(tool, given, at), ...missingArguments(inverse, given, at)];
}

function placeProblems(tool: AgentTool, given: object, at: string): string[] {
  const known = propertiesOf(tool);
  const { places, foreign } = undoPlacesIn(given);
  const wrong = places.filter(({ of, path: [first] }) => of === 'arguments' && !known.includes(first ?? ''));
  if (places.length > MAX_PLACES)
    return [
      `${at}/undo/arguments has ${places.length} places for values ({{…}}), and must have ${MAX_PLACES} at most`,
    ];
  return [
    ...wrong.map(
      ({ text }) =>
        `${at}/undo/arguments names ${text}, which is no parameter of ${tool.name}: write ${known[0] === undefined ? '{{result.id}}' : `{{arguments.${known[0]}}}`}`,
    ),
    ...foreign.map(
      (text) => `${at}/undo/arguments has ${text}: write a value of the undone call, like {{result.id}}`,
    ),
  ];
}

function missingArguments({ name: tool, parameters }: AgentTool, given: object, at: string): string[] {
  const required: readonly unknown[] = Array.isArray(parameters?.['required']) ? parameters['required'] : [];
  return required
    .map(String)
    .filter((name) => !Object.hasOwn(given, name))
    .map(
      (name) =>
        `${at}/undo/arguments lacks ${JSON.stringify(name)}, which ${tool} needs: write "${name}": "{{result.${name}}}"`,
    );
}

function propertiesOf({ parameters }: AgentTool): readonly string[] {
  const properties = parameters?.['properties'];
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}
