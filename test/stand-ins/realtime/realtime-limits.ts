/** Rate of PCM in the protocol, both ways. */
export const OUTPUT_RATE_HZ = 24_000;
export const INPUT_RATE_HZ = 24_000;

/** Length of one piece of audio that the stand-in sends. */
export const CHUNK_MS = 100;

/** Smallest buffer that can be committed, as the real server has it. */
export const MIN_COMMIT_MS = 100;

/** Largest piece of audio in one message, in base64 characters (15 MiB of it). */
export const MAX_APPEND_CHARACTERS = 15 * 1024 * 1024;
