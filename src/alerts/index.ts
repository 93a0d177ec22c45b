/** Rules over the metrics of calls, and the events when one begins or ceases to fire. */
export { AlertsModule } from './alerts.module.js';
