export { clientAddressReader, networkOf, type ReadClientAddress } from './client-address.js';
export { CORRELATION_HEADER } from './correlation.js';
export { namesEntityTag } from './entity-tag.js';
export { createFastifyAdapter } from './fastify-adapter.js';
export { IfGiven } from './if-given.js';
export { IsInstant } from './instant.js';
export { toBoolean } from './query-values.js';
export { logRequests } from './request-log.js';
export { createValidationPipe, failsWith, FailsWithCode, OptionalBody } from './validation.pipe.js';
