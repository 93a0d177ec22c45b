/** A way in which PostgreSQL becomes unusable. */
export interface Outage {
  /** The service's database URL. */
  readonly url: string;
  leave(): Promise<void>;
  /** Keeps the outage for this time. */
  stay(ms: number): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}
