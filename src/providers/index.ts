/** Which providers this instance is configured for, how patient it is with them, and what goes wrong with them. */
export { CallerBacklog } from './caller-backlog.js';
export type { ProviderBudgets } from './provider-budgets.js';
export type * from './provider-entry.js';
export { providerFault, type ProviderFaultCode } from './provider-faults.js';
export { ProviderMessages, type MessageCounter } from './provider-messages.js';
export { readProviderEntries } from './read-provider-entries.js';
