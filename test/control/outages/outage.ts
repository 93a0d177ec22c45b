/** A way in which PostgreSQL is of no use for a while. */
export interface Outage {
  /** Where the service finds its database. */
  readonly url: string;
  leave(): Promise<void>;
  /** For so long it stays away. */
  stay(ms: number): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}
