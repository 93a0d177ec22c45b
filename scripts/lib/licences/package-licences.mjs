import { BUILD_TOOLS, FOR_TOOLS, PERMISSIVE, READ_BY_HAND } from './policy.mjs';

/** @typedef {{ license?: string, version?: string, dev?: boolean, devOptional?: boolean, link?: boolean }} LockEntry */

/**
 * Packages of a lock file whose licence the policy does not allow for their use.
 * @param {Record<string, LockEntry>} packages `packages` of a package-lock.json
 * @returns {string[]} one line a package
 */
export function licenceProblems(packages) {
  return Object.entries(packages)
    .filter(([place, entry]) => place !== '' && !entry.link)
    .filter(
      ([place, entry]) =>
        !isAllowed(licenceOf(nameAt(place), entry.license), allowedFor(nameAt(place), entry)),
    )
    .map(([place, entry]) => {
      const use = entry.dev || entry.devOptional ? 'a tool' : 'what runs';
      return `${nameAt(place)}@${entry.version}: ${entry.license ?? 'no licence'} is not on the list for ${use}`;
    });
}

/**
 * `devOptional`: needed only by a development package and an optional peer; not in the image.
 * @param {string} name
 * @param {LockEntry} entry
 */
const allowedFor = (name, entry) =>
  entry.dev || entry.devOptional || BUILD_TOOLS.test(name) ? FOR_TOOLS : PERMISSIVE;

/** @param {string} place */
const nameAt = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * @param {string} name
 * @param {string | undefined} claimed
 */
function licenceOf(name, claimed) {
  const known = READ_BY_HAND.find((entry) => entry.name.test(name) && entry.claimed === claimed);
  return known?.actual ?? claimed ?? '';
}

/**
 * Whether an SPDX expression offers an allowed licence; deeper nesting is refused.
 * @param {string} expression
 * @param {ReadonlySet<string>} allowed
 */
export function isAllowed(expression, allowed) {
  return unwrap(expression)
    .split(' OR ')
    .some((choice) =>
      unwrap(choice)
        .split(' AND ')
        .every((licence) => allowed.has(licence)),
    );
}

/** @param {string} expression */
const unwrap = (expression) => /^\(([^()]*)\)$/.exec(expression.trim())?.[1] ?? expression.trim();
