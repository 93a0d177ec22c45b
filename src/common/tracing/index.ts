export { type TracedSpan, nowMs, Tracing } from './tracing.js';
