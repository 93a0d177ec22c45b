export { Clock, SystemClock } from './clock.js';
export { SteadyClock } from './steady-clock.js';
export { dateFormat, isTimeZone } from './date-formats.js';
