// Runs in the service's process.
export const pid = (): number => process.pid;
