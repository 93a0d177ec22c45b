export { differenceOfMeans, differenceOfShares, type Interval, shareInterval } from './intervals.js';
export { type Sample, sampleOf } from './sample.js';
export { callsForMeans, callsForShares } from './sample-size.js';
export { normalQuantile } from './normal.js';
