/** Rules over call metrics, and the events when one starts or stops firing. */
export { AlertsModule } from './alerts.module.js';
