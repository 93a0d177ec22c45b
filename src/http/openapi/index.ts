/** How controllers describe their operations; src/openapi assembles the document. */
export { Describe, dtoSchema } from './dto-schema.js';
export {
  ADDS_ROWS,
  API_ERROR_SCHEMA,
  errorResponse,
  type OperationErrors,
  READS_BODY,
} from './error-responses.js';
export {
  API_KEY_SCHEME,
  DOCUMENT_BODY_EXTENSION,
  KEY_LIMITS_EXTENSION,
  Operation,
  SESSION_SCHEME,
} from './operation.decorator.js';
export { NextCursor, oneOf, orNull, responseShape, shape, Timestamp } from './shapes.js';
