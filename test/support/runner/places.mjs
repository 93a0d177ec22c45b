/**
 * Half of the places are for suites that mostly wait, half for those that mostly work: a few that work at once keep
 * two cores busy, and a few that wait leave them idle.
 */
const SHARE_THAT_WAITS = 0.5;

/**
 * Deals suites out to places, at each of which one runs at a time. A place takes suites of its kind, in their order,
 * and of the other kind when there is no more.
 * @template T
 * @param {readonly T[]} suites
 * @param {(suite: T) => boolean} waits whether a suite mostly waits
 * @param {number} count of places, 1 or more
 * @returns {Iterable<T>[]} what runs at each place, which is known when it is asked for
 */
export function places(suites, waits, count) {
  const waiting = suites.filter(waits);
  const working = suites.filter((suite) => !waits(suite));
  const countThatWaits = Math.round(count * SHARE_THAT_WAITS);
  return Array.from({ length: count }, (_, place) =>
    place < countThatWaits ? turns(waiting, working) : turns(working, waiting),
  );
}

function* turns(own, others) {
  while (own.length + others.length > 0) yield (own.length > 0 ? own : others).shift();
}
