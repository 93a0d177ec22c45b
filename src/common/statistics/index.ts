export {
  differenceOfMeans,
  differenceOfShares,
  type Interval,
  type Sample,
  sampleOf,
  shareInterval,
} from './intervals.js';
export { callsForMeans, callsForShares, normalQuantile } from './sample-size.js';
