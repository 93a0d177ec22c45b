/** The JSON Schema subset for tool arguments, and its validation. */
export { checkArguments } from './check-arguments.js';
export { parseListedSchema } from './listed-schema.js';
export { parseArgumentSchema, type ParsedSchema } from './parse-schema.js';
export { SchemaBudget } from './schema-size.js';
