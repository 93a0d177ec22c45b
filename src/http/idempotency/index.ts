export { Idempotency, type IdempotencyContext } from './idempotency-context.js';
export { IdempotencyService } from './idempotency.service.js';
