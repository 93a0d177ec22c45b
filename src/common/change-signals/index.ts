export { ChangeSignals } from './change-signals.js';
