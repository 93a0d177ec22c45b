/** Scheme, host and perhaps a port, as browsers send it (RFC 6454, 7). */
export const ORIGIN = /^https?:\/\/(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/;
export const MAX_ORIGINS = 50;
export const MAX_CALL_SECONDS = 86_400;
export const MAX_CONCURRENT = 100_000;
