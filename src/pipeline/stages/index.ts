/** Shared parts of the stages: contracts, time budgets, fallbacks and circuit breakers. */
export * from './stage-contracts.js';
export { Cancelled } from './stage-outcome.js';
export { StageChain, StageMember, type StageChoice } from './stage-chain.js';
export { beforeDeadline, withinTimeBudget } from './within-time-budget.js';
