export type Json = Record<string, unknown>;

const ODD = [null, 7, '', [], {}, true];

/**
 * The messages with one change: a field is missing, null or of another type; or a message is duplicated, of another
 * kind, or missing.
 * @param odd Message kinds that may be inserted beside unknown ones.
 */
export function mutated(messages: unknown[], random: () => number, odd: readonly unknown[] = []): unknown[] {
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  const at = Math.floor(random() * messages.length);
  const strange = pick([...ODD, ...odd]);
  const kind = random();
  if (kind < 0.15) return messages.toSpliced(at, 0, strange);
  if (kind < 0.25) return messages.toSpliced(at, 0, structuredClone(messages[at]));
  if (kind < 0.35) return messages.toSpliced(at, 1);
  let place = messages[at] as Json;
  for (let depth = Math.floor(random() * 6); depth > 0; depth -= 1) {
    const inner = Object.values(place).filter((value) => typeof value === 'object' && value !== null);
    if (inner.length === 0) break;
    place = pick(inner) as Json;
  }
  const name = pick(Object.keys(place)) as string | undefined;
  if (name === undefined) return messages;
  if (kind < 0.6 && !Array.isArray(place)) delete place[name];
  else place[name] = strange;
  return messages;
}
