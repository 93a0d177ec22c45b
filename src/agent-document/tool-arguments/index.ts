/** The JSON Schema subset for tool arguments, and its validation. */
export { checkArguments } from './check-arguments.js';
export { parseThirdPartySchema } from './third-party-schema.js';
export { parseArgumentSchema, type ParsedSchema } from './parse-schema.js';
export { SchemaBudget } from './schema-size.js';
