/** Sample rate of PCM in both directions. */
export const OUTPUT_RATE_HZ = 24_000;
export const INPUT_RATE_HZ = 24_000;

/** Length of one audio chunk. */
export const CHUNK_MS = 100;

/** Minimum buffer for a commit, like the real server's. */
export const MIN_COMMIT_MS = 100;

/** Largest audio chunk in a message, in base64 characters (15 MiB). */
export const MAX_APPEND_CHARACTERS = 15 * 1024 * 1024;
