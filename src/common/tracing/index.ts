export type { TracedSpan } from './span.js';
export { nowMs, Tracing } from './tracing.js';
