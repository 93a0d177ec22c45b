export {
  differenceOfMeans,
  differenceOfShares,
  type Interval,
  type Sample,
  shareInterval,
} from './intervals.js';
export { callsForMeans, callsForShares, normalQuantile } from './sample-size.js';
