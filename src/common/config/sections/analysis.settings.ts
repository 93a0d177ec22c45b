export const analysisConstants = {
  /** Calls that one process analyses at once. */
  concurrent: 4,
  /** Retries come after 10 s, 1 min, 6 min, and then every 15 min. */
  maxAttempts: 5,
};
