import type { Clock } from '../common/clock/index.js';
import type { PrismaService } from '../common/prisma/index.js';

/** Maximum age of the list: a new token may be mistaken for a guess this long. */
const FRESH_MS = 5_000;

/**
 * Fingerprints of the valid connector tokens, to recognize a valid token among the guesses of one address. Costs one
 * query every five seconds, however many guesses arrive; read only while an address guesses.
 */
export class LiveTokens {
  private list: Promise<ReadonlySet<string>> = Promise.resolve(new Set());
  private readAtMs = Number.NEGATIVE_INFINITY;

  /** @param most Of more tokens, only the newest are read. */
  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    private readonly most: number,
  ) {}

  /** @throws DatabaseUnavailableError when the list could not be read. */
  async has(fingerprint: string): Promise<boolean> {
    const nowMs = this.clock.monotonicMs();
    if (nowMs - this.readAtMs >= FRESH_MS) {
      this.readAtMs = nowMs;
      this.list = this.read().catch((error: unknown) => {
        this.readAtMs = Number.NEGATIVE_INFINITY;
        throw error;
      });
    }
    return (await this.list).has(fingerprint);
  }

  private async read(): Promise<ReadonlySet<string>> {
    const rows = await this.prisma.runAlone<{ fingerprint: string }>({
      name: 'live_connector_tokens',
      text: `SELECT encode(token_hash, 'base64') AS fingerprint FROM connector_tokens
             WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2) ORDER BY created_at DESC LIMIT $1`,
      values: [this.most, this.clock.now()],
    });
    return new Set(rows.map((row) => row.fingerprint));
  }
}
