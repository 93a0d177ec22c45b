/** How long audio may take to flow, in milliseconds. */
export const DEFAULT_MEDIA_TIMEOUT_MS = 30_000;

/**
 * A path that is `disconnected` often heals by itself within this time; after it a new one is sought. In
 * milliseconds.
 */
export const HEAL_BY_ITSELF_MS = 3_000;

/** After an error that ends a call the server sends `close`; this is how long it is waited for, in milliseconds. */
export const CLOSE_AFTER_ERROR_MS = 2_000;
