/** How controllers describe their operations; src/openapi assembles the document. */
export { Describe, dtoSchema } from './dto-schema.js';
export { API_ERROR_SCHEMA, errorResponse, READS_BODY } from './error-responses.js';
export { API_KEY_SCHEME, KEY_LIMITS_EXTENSION, Operation, SESSION_SCHEME } from './operation.decorator.js';
export { NextCursor, oneOf, orNull, responseShape, shape, Timestamp } from './shapes.js';
