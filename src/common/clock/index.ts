export { Clock, SystemClock, SteadyClock } from './clock.js';
export { dateFormat, isTimeZone } from './date-formats.js';
export {
  type Day,
  dayIn,
  isDay,
  localTime,
  momentOf,
  numberOfDay,
  plusDays,
  plusMonths,
  weekdayOf,
  writtenDay,
  writtenTime,
} from './local-day.js';
