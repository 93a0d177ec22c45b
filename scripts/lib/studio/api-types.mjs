/** Omitted from the client's types. */
const WORDS = new Set(['description', 'summary', 'example', 'examples', 'title', 'tags']);

/**
 * The used subset of an OpenAPI document.
 * @typedef {object} ApiDocument
 * @property {Record<string, Record<string, Operation>>} paths
 * @property {{ responses?: unknown }} components
 * @typedef {{ responses: Record<string, { description: string, content?: unknown }> }} Operation
 */

/**
 * Generates the types of the studio's client from the OpenAPI document: paths, parameters, bodies and successful
 * responses. All errors have the same envelope, which the client parses itself.
 * @param {object} document
 * @returns {Promise<string>}
 */
export async function studioApiTypes(document) {
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const lean = withoutErrors(/** @type {ApiDocument} */ (withoutWords(structuredClone(document))));
  const ast = await openapiTS(JSON.stringify(lean), {
    alphabetize: true,
    defaultNonNullable: false,
    silent: true,
  });
  return `// Written by \`npm run docs:api\` from the OpenAPI document.\n${astToString(ast)}`;
}

/**
 * A property may be called `description`; only the schema's own keywords are removed.
 * @param {unknown} value
 * @param {boolean} [areNames]
 * @returns {unknown}
 */
function withoutWords(value, areNames = false) {
  if (Array.isArray(value)) return value.map((item) => withoutWords(item));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => areNames || !WORDS.has(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutWords(inner, NAMES.has(key))]));
}

/** Objects whose keys are arbitrary names. */
const NAMES = new Set(['properties', 'schemas', 'paths', 'responses', 'content']);

/** @param {ApiDocument} document */
function withoutErrors(document) {
  for (const operations of Object.values(document.paths)) {
    for (const operation of Object.values(operations)) {
      const good = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
      operation.responses = Object.fromEntries(
        good.map(([status, { content }]) => [status, { description: '', content }]),
      );
    }
  }
  delete document.components.responses;
  return document;
}
