export type { LedgerCall } from './agent-claim.js';
export { ClaimCheck, type CheckedClaim, type CheckedSentence } from './claim-check.js';
export type { DeclaredTool } from './tool-claims.js';
export { saysDone } from './says-done.js';
