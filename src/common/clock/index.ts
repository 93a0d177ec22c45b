export { Clock, SystemClock, SteadyClock } from './clock.js';
export { dateFormat, isTimeZone } from './date-formats.js';
