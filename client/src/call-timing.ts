/** How long audio may take to flow, in milliseconds. */
export const DEFAULT_MEDIA_TIMEOUT_MS = 30_000;

/** A `disconnected` path often recovers within this time, in milliseconds; after it ICE is restarted. */
export const HEAL_BY_ITSELF_MS = 3_000;

/** After a fatal error the server sends `close`; how long to wait for it, in milliseconds. */
export const CLOSE_AFTER_ERROR_MS = 2_000;
