/** Addresses of a running service. */
export interface Addresses {
  readonly baseUrl: string;
  readonly demo?: {
    /** The demo agent's page with a sign-in for its owner, valid once, for ten minutes. */
    readonly signInUrl: string;
    /** The file with all keys and tokens. */
    readonly file: string;
    /** The address for a softphone on this machine; absent if SIP is disabled. */
    readonly sipUri?: string;
  };
}

export interface Running {
  /** Graceful shutdown: refuses new work, finishes running work, releases all resources. */
  close(): Promise<void>;
  readonly addresses: Addresses;
  /** Resolves on an uncaught error: close the service then, and restart it. */
  readonly faulted: Promise<void>;
}
