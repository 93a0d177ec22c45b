/** Unanswered probes after which the server drops a connection. */
const PROBES = 3;

/**
 * Settings sent once per connection rather than as startup options, because a server that does not know one would
 * refuse the connection: `transaction_timeout` came with PostgreSQL 17. Undefined without any (both are 0).
 */
export function sessionSettings(
  transactionMs: number,
  keepaliveSeconds: number,
): { text: string; values: string[][] } | undefined {
  const wanted = new Map<string, string>();
  if (transactionMs > 0) wanted.set('transaction_timeout', `${transactionMs}ms`);
  if (keepaliveSeconds > 0) {
    const intervalSeconds = Math.ceil(keepaliveSeconds / 2);
    wanted.set('tcp_keepalives_idle', `${keepaliveSeconds}s`);
    wanted.set('tcp_keepalives_interval', `${intervalSeconds}s`);
    wanted.set('tcp_keepalives_count', String(PROBES));
    // The same limit for unacknowledged data, which keepalive does not cover.
    wanted.set('tcp_user_timeout', `${keepaliveSeconds + PROBES * intervalSeconds}s`);
  }
  if (wanted.size === 0) return undefined;
  return {
    text: `SELECT set_config(name, value, false) FROM unnest($1::text[], $2::text[]) AS wanted (name, value)
           WHERE current_setting(name, true) IS NOT NULL`,
    values: [[...wanted.keys()], [...wanted.values()]],
  };
}
