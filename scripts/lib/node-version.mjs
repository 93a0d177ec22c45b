/** @typedef {[major: number, minor: number]} Release */

/**
 * Minimum for the launcher.
 * @type {Release}
 */
export const OLDEST_LAUNCHER_NODE = [20, 11];

/**
 * Minimum for the service and its dependencies.
 * @type {Release}
 */
export const OLDEST_SERVICE_NODE = [22, 18];

/**
 * @param {string} version such as `22.18.0`
 * @param {Release} oldest
 * @returns {boolean} whether the version is as new as that, or newer
 */
export function isAtLeast(version, [oldestMajor, oldestMinor]) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}
