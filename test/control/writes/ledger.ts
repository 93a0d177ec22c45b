import { randomBytes } from 'node:crypto';
import type { HttpAnswer } from '../../support/http.js';
import { until } from '../../support/until.js';
import type { Change, Ground } from './changes.js';

interface Entry {
  readonly change: Change;
  readonly label: string;
  readonly hasKey: boolean;
  readonly answers: HttpAnswer[];
}

const isDone = ({ status }: HttpAnswer): boolean => status >= 200 && status < 300;
const REPEAT_WITHIN_MS = 30_000;

/** Records requests and responses and compares them with the database. */
export class Ledger {
  private readonly entries: Entry[] = [];

  constructor(private readonly ground: Ground) {}

  get statuses(): ReadonlyMap<number, number> {
    const counts = new Map<number, number>();
    for (const { status } of this.entries.flatMap(({ answers }) => answers))
      counts.set(status, (counts.get(status) ?? 0) + 1);
    return counts;
  }

  /** Requests a new change once. */
  async ask(change: Change, hasKey: boolean): Promise<HttpAnswer> {
    const entry = { change, label: randomBytes(9).toString('hex'), hasKey, answers: [] };
    this.entries.push(entry);
    return this.send(entry);
  }

  /**
   * Retries every keyed change until it succeeds, like clients do; then each exists once with identical responses.
   * Changes confirmed without a key exist once, and refused ones do not. Histories have no gaps.
   */
  async expectHonest(): Promise<void> {
    for (const entry of this.entries) if (entry.hasKey) await this.repeat(entry);
    for (const change of new Set(this.entries.map((entry) => entry.change))) {
      const made = await change.made();
      for (const entry of this.entries.filter((each) => each.change === change)) expectTold(entry, made);
    }
    await this.expectSerialHistory();
    await this.expectNoOpenTransaction();
  }

  private async send(entry: Entry): Promise<HttpAnswer> {
    const answer = await entry.change.send(entry.label, entry.hasKey);
    entry.answers.push(answer);
    return answer;
  }

  /** Repeats it even after success: the response must not change. */
  private async repeat(entry: Entry): Promise<void> {
    await until(
      `${entry.change.name} ${entry.label} is done`,
      async () => {
        const answer = await this.send(entry);
        // The key was used for nothing else.
        if (!isDone(answer)) expect([answer.status, answer.body]).toEqual([503, expect.anything()]);
        return isDone(answer);
      },
      REPEAT_WITHIN_MS,
    );
  }

  private async expectSerialHistory(): Promise<void> {
    const { onlooker, account } = this.ground;
    const mine = { accountId: account.accountId };
    const histories = new Map<string, string[]>();
    for (const row of await onlooker.deployment.findMany({ where: mine, orderBy: { number: 'asc' } })) {
      const place = `${row.agentId} ${row.environment}`;
      const history = histories.get(place) ?? [];
      histories.set(place, [...history, row.id]);
      expect([place, row.number]).toEqual([place, history.length + 1]);
    }
    const active = await onlooker.activeDeployment.findMany({ where: { agent: mine } });
    expect(new Map(active.map((row) => [`${row.agentId} ${row.environment}`, row.deploymentId]))).toEqual(
      new Map([...histories].map(([place, ids]) => [place, ids.at(-1)])),
    );
    const deployed = [...histories.values()].flat().length;
    const where = { ...mine, action: { startsWith: 'deployment.' } };
    expect(await onlooker.auditEntry.count({ where })).toBe(deployed);
  }

  private async expectNoOpenTransaction(): Promise<void> {
    let open: unknown[] = [];
    const isClear = async () => {
      open = await this.ground.onlooker.$queryRaw<unknown[]>`
        SELECT pid, state, left(query, 100) AS query, (now() - state_change)::text AS since,
          (now() - xact_start)::text AS age
        FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'`;
      return open.length === 0;
    };
    // Remaining transactions are reported.
    await until('no connection is in a transaction', isClear).catch(() => expect(open).toEqual([]));
  }
}

function expectTold({ change, label, hasKey, answers }: Entry, made: Map<string, string[]>): void {
  const done = answers.filter(isDone);
  const told = done.map((answer) => change.idOf(answer));
  const there = made.get(label) ?? [];
  const statuses = answers.map(({ status }) => status);
  if (hasKey || done.length > 0)
    expect([change.name, label, statuses, there]).toEqual([change.name, label, statuses, [told[0]]]);
  else expect([change.name, label, statuses, there]).toEqual([change.name, label, statuses, []]);
  expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBeLessThanOrEqual(1);
}
