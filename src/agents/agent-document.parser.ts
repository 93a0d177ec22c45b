import { Ajv, type ErrorObject } from 'ajv';
import {
  type AgentDocument,
  AgentDocumentSchema,
  refersToConfig,
  variableProblemsOf,
} from '../agent-document/index.js';
import { type ApiError, excerpt, validationFailed } from '../common/errors/index.js';
import { destinationProblemsOf } from './destination-rules.js';
import { choiceWords, examplesOf, ofChosen } from './document-problems.js';
import { contradictionsOf } from './document-rules.js';
import { toolProblemsOf } from './tool-rules.js';

const MAX_REPORTED = 10;
/** Of the problems of a document, before it is found which of them are about what its author chose. */
const MAX_LOOKED_AT = 200;
/** Of a larger document only the first problem is told: to look for all of them takes some 10 microseconds a value. */
const MAX_VALUES_FOR_ALL_PROBLEMS = 2_000;
/** So many characters of a text count as a value. */
const CHARACTERS_A_VALUE = 100;

// To optimise what ajv writes takes as long as to write it, at each start, and hardly makes it faster.
const options = { strict: true, code: { optimize: false } };
const isValid = new Ajv(options).compile<AgentDocument>(AgentDocumentSchema);
const findProblems = new Ajv({ ...options, allErrors: true, verbose: true }).compile<AgentDocument>(
  AgentDocumentSchema,
);

/**
 * Parses an agent document that somebody wants to save: as `parseAgentDocument`, and what its tools may not have is
 * refused too. A stored document may be older than that; its calls go on without the tools that it concerns.
 * @throws ApiError 400 `SCHEMA_VALIDATION_FAILED`.
 */
export async function parseNewAgentDocument(
  value: unknown,
  configNames: () => Promise<ReadonlySet<string>> = () => Promise.resolve(new Set()),
): Promise<AgentDocument> {
  const document = parseAgentDocument(value);
  const known = refersToConfig(document) ? await configNames() : new Set<string>();
  const problems = [
    ...(await toolProblemsOf(document)),
    ...variableProblemsOf(document, known),
    ...destinationProblemsOf(document),
  ];
  if (problems.length > 0) throw refusal(problems);
  return document;
}

/**
 * Parses an agent document.
 * @throws ApiError 400 `SCHEMA_VALIDATION_FAILED` whose message names each wrong place as a JSON Pointer (RFC 6901)
 * and says what is wrong with it; values are not repeated.
 */
export function parseAgentDocument(value: unknown): AgentDocument {
  if (!isValid(value)) throw refusal(problemsOf(value).map(describe));
  const contradictions = contradictionsOf(value);
  if (contradictions.length > 0) throw refusal(contradictions);
  return value;
}

/** What the schema finds wrong with a document that it refuses. */
function problemsOf(value: unknown): readonly ErrorObject[] {
  const first = isValid.errors ?? [];
  if (isLarge(value)) return first;
  findProblems(value);
  return ofChosen((findProblems.errors ?? first).slice(0, MAX_LOOKED_AT));
}

function isLarge(value: unknown): boolean {
  const waiting = [value];
  let count = 0;
  while (waiting.length > 0) {
    const next = waiting.pop();
    count += typeof next === 'string' ? 1 + next.length / CHARACTERS_A_VALUE : 1;
    if (count + waiting.length > MAX_VALUES_FOR_ALL_PROBLEMS) return true;
    if (typeof next !== 'object' || next === null) continue;
    // To list the values of an object with many fields takes longer than to parse it.
    if (Object.keys(next).length > MAX_VALUES_FOR_ALL_PROBLEMS) return true;
    for (const inner of Object.values(next)) waiting.push(inner);
  }
  return false;
}

function refusal(problems: readonly string[]): ApiError {
  const shown = [...new Set(problems)].slice(0, MAX_REPORTED);
  return validationFailed(`The agent document is not valid: ${shown.join('; ')}.`);
}

function describe(error: ErrorObject): string {
  const where = error.instancePath === '' ? 'the document' : excerpt(error.instancePath);
  if (error.keyword === 'additionalProperties') {
    return `${where} has an unknown field ${excerpt(String(error.params.additionalProperty))}`;
  }
  if (error.keyword === 'const') return `${where} must be ${JSON.stringify(error.params.allowedValue)}`;
  if (error.keyword === 'anyOf') return `${where} must ${choiceWords(error)}`;
  const [example] = examplesOf(error);
  if (error.keyword === 'pattern' && example !== undefined) return `${where} must be like ${example}`;
  return `${where} ${error.message ?? 'is not valid'}`;
}
