/** The JSON Schema subset in which tools describe their arguments, and its check. */
export { checkArguments } from './check-arguments.js';
export { parseListedSchema } from './listed-schema.js';
export { parseArgumentSchema, type ParsedSchema } from './parse-schema.js';
export { SchemaBudget } from './schema-size.js';
