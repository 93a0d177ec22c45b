export {
  differenceOfMeans,
  differenceOfShares,
  type Interval,
  type Sample,
  shareInterval,
  callsForMeans,
  callsForShares,
  normalQuantile,
} from './intervals.js';
