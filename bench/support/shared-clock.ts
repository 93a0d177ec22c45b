/** Milliseconds of the machine's monotonic clock, shared by all processes and never set. */
export const sharedClockMs = (): number => Number(process.hrtime.bigint()) / 1e6;
