export * from './api-error.js';
export { excerpt } from './api-error.js';
export { toApiError } from './to-api-error.js';
export { isDatabaseUnavailable, isDataFault, uniqueViolation } from './database-errors.js';
