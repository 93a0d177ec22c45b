/** Milliseconds of the machine's monotonic clock, which is the same for all of its processes and never set. */
export const sharedClockMs = (): number => Number(process.hrtime.bigint()) / 1e6;
