/** The result is no longer needed. Says nothing about the provider's health. */
export class Cancelled extends Error {}
