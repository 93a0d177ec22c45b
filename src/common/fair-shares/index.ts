/** What accounts share in a process, so that none has too much of it. */
export { currentAccount, forAccount, forNobody } from './current-account.js';
export { FairQueue } from './fair-queue.js';
