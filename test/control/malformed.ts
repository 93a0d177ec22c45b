import type { Operation } from './operations.js';

/** A request that may be wrong in any way, as text and headers. */
export interface GeneratedRequest {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

/** A small generator of random numbers with a seed (mulberry32), so that a failure can be repeated. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  1.5,
  '',
  'x'.repeat(5_000),
  '\u0000',
  '\ud800',
  '😀',
  [],
  {},
  [[[]]],
  { a: { b: {} } },
  '../../etc/passwd',
  "'; DROP TABLE agents; --",
];

const ODD_PARTS = ['%00', '%', '%ff', '..%2f..', 'a'.repeat(3_000), '%F0%9F%98%80', '*', "'", 'null', '-1'];

const BODIES = {
  deep: '['.repeat(5_000) + ']'.repeat(5_000),
  large: JSON.stringify({ name: 'x'.repeat(101 * 1_024) }),
  poisoned: '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}',
  cut: '{"name":',
  scalar: '"text"',
  empty: '',
} as const;

/** Makes a request for an operation that is right, or wrong in one or several ways. */
export function generateRequest(
  operation: Operation,
  random: () => number,
  ids: Readonly<Record<string, string>>,
): GeneratedRequest {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    random() < 0.3 ? pick(ODD_PARTS) : (ids[name] ?? 'unknown'),
  );
  const query =
    random() < 0.3 ? `?${pick(['limit', 'cursor', 'environment', 'from', 'x'])}=${pick(ODD_PARTS)}` : '';
  const headers: Record<string, string> = {};
  if (random() < 0.2) headers['idempotency-key'] = pick(['a b', 'x'.repeat(300), `key-${random()}`]);
  if (operation.method === 'GET') return { path: path + query, headers, body: undefined };
  headers['content-type'] =
    random() < 0.85
      ? 'application/json'
      : pick(['text/plain', 'application/xml', 'application/json; charset=latin1', '']);
  const body =
    random() < 0.3 ? BODIES[pick(Object.keys(BODIES) as (keyof typeof BODIES)[])] : mutated(operation.body);
  return { path: path + query, headers, body };

  function mutated(example: unknown): string {
    const copy: unknown = structuredClone(example ?? {});
    if (typeof copy !== 'object' || copy === null) return JSON.stringify(copy);
    const fields = copy as Record<string, unknown>;
    // The example's address is never asked for by name: a test leaves the machine alone.
    if ('url' in fields) fields.url = 'https://127.0.0.1/x';
    if (random() < 0.8) fields[pick([...Object.keys(fields), 'unknown_field'])] = pick(ODD_VALUES);
    return JSON.stringify(fields);
  }
}
