import { Ajv, type ErrorObject } from 'ajv';
import { type AgentDocument, AgentDocumentSchema } from '../agent-document/index.js';
import { type ApiError, excerpt, validationFailed } from '../common/errors/index.js';
import { contradictionsOf } from './document-rules.js';
import { toolProblemsOf } from './tool-rules.js';

const MAX_REPORTED = 10;

const ajv = new Ajv({ allErrors: true, strict: true });
const validate = ajv.compile<AgentDocument>(AgentDocumentSchema);

/**
 * Parses an agent document that somebody wants to save: as `parseAgentDocument`, and what its tools may not have is refused too. A
 * stored document may be older than that; its calls go on without the tools that it concerns.
 * @throws ApiError 400 `SCHEMA_VALIDATION_FAILED`.
 */
export async function parseNewAgentDocument(value: unknown): Promise<AgentDocument> {
  const document = parseAgentDocument(value);
  const problems = await toolProblemsOf(document);
  if (problems.length > 0) throw refusal(problems);
  return document;
}

/**
 * Parses an agent document.
 * @throws ApiError 400 `SCHEMA_VALIDATION_FAILED` whose message names each wrong place as a JSON Pointer (RFC 6901) and says what
 *   is wrong with it; values are not repeated.
 */
export function parseAgentDocument(value: unknown): AgentDocument {
  if (!validate(value)) throw refusal((validate.errors ?? []).map(describe));
  const contradictions = contradictionsOf(value);
  if (contradictions.length > 0) throw refusal(contradictions);
  return value;
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
  return `${where} ${error.message ?? 'is not valid'}`;
}
