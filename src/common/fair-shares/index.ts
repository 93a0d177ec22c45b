/** Fair shares of a process's resources among accounts. */
export { currentAccount, forAccount, forNobody } from './current-account.js';
export { FairQueue } from './fair-queue.js';
