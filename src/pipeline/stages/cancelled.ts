/** The outcome is no longer needed: it says nothing about the provider. */
export class Cancelled extends Error {}
