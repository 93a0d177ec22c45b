export { CORRELATION_HEADER, newCorrelationId, sendCorrelationId } from './correlation.js';
export { createFastifyAdapter } from './fastify-adapter.js';
export { createValidationPipe, failsWith, OptionalBody } from './validation.pipe.js';
