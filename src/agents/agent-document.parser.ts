import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
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
import type { Prisma } from '../common/prisma/index.js';

const MAX_REPORTED = 10;
/** Limit of problems examined before those of unchosen alternatives are removed. */
const MAX_LOOKED_AT = 200;
/** A larger document is checked only up to its first problem: finding all takes some 10 microseconds per value. */
const MAX_VALUES_FOR_ALL_PROBLEMS = 2_000;
/** This many characters of text count as a value. */
const CHARACTERS_A_VALUE = 100;

// Optimizing ajv's code takes as long as generating it, at each start, for little gain.
const options = { strict: true, code: { optimize: false } };
const isValid = new Ajv(options).compile<AgentDocument>(AgentDocumentSchema);
const findProblems = new Ajv({ ...options, allErrors: true, verbose: true }).compile<AgentDocument>(
  AgentDocumentSchema,
);

/**
 * Parses an agent document to be saved: like `parseAgentDocument`, but also refuses invalid tools. An older stored
 * document may have such tools; its calls run without them.
 * @throws ApiError 400 `SCHEMA_VALIDATION_FAILED`.
 */
export async function parseNewAgentDocument(
  value: unknown,
  configNames: () => Promise<ReadonlySet<string>> = () => Promise.resolve(new Set()),
): Promise<AgentDocument> {
  // Between steps other requests and calls have their turn: a large document takes some milliseconds in each.
  await yieldToEventLoop();
  const document = parseAgentDocument(value);
  const known = refersToConfig(document) ? await configNames() : new Set<string>();
  const problems = await toolProblemsOf(document);
  await yieldToEventLoop();
  problems.push(...variableProblemsOf(document, known), ...destinationProblemsOf(document));
  if (problems.length > 0) throw refusal(problems);
  return document;
}

/**
 * Parses an agent document.
 * @throws ApiError 400 `SCHEMA_VALIDATION_FAILED` whose message names each invalid place as a JSON Pointer (RFC 6901)
 * and its problem; values are not repeated.
 */
export function parseAgentDocument(value: unknown): AgentDocument {
  if (!isValid(value)) throw refusal(problemsOf(value).map(describe));
  const contradictions = contradictionsOf(value);
  if (contradictions.length > 0) throw refusal(contradictions);
  return value;
}

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
    // Listing the values of an object with many fields takes longer than parsing it.
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

/** A document typed for Prisma's JSON columns; it was parsed from JSON. */
export const documentColumn = (document: AgentDocument): Prisma.InputJsonObject =>
  document as Prisma.InputJsonObject;
