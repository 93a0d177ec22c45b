/** Rooms whose suites mostly wait, for speech in real time and for what a network loses. */
const WAITING_ROOMS = ['calls', 'media', 'pipeline', 'providers', 'signaling', 'telephony', 'test-sets'];

/** Others whose suites hear or show what happens as it happens, in calls and in browsers. */
const WATCHING_ROOMS = ['conversations', 'engines', 'scaling', 'studio', 'web'];

/**
 * Whether a suite mostly waits.
 * @param {string} file of the suite, from the project's folder, with slashes
 */
export const mostlyWaits = (file) => WAITING_ROOMS.includes(roomOf(file));

/**
 * Whether a suite only works: it takes longer on a busy machine, and holds all the same.
 * @param {string} file of the suite, from the project's folder, with slashes
 */
export const onlyWorks = (file) => !mostlyWaits(file) && !WATCHING_ROOMS.includes(roomOf(file));

/** Unit specs are in none. @param {string} file */
function roomOf(file) {
  const [folder, room] = file.split('/');
  return folder === 'test' ? room : undefined;
}
