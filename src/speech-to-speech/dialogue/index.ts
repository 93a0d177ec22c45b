/** What all end-to-end providers share: the agent's answers, the words of both sides, functions, turns, and patience. */
export type { CallerTurnTimes } from './agent-turn.js';
export { ConversationHistory, type ReplayedItem } from './conversation-history.js';
export { Dialogue, type DialogueProvider } from './dialogue.js';
export { EndToEndAdapter, type EndToEndAdapterOptions, type EndToEndCall } from './end-to-end.adapter.js';
export { continueInstructions, repeatInstructions, sayExactly } from './instructions.js';
export { decodePcm, encodePcm } from './pcm-base64.js';
export { ServerTurns } from './server-turns.js';
export { OwnTurns } from './own-turns.js';
export type { TurnCarrier, TurnOutcome } from './turn-carrier.js';
export type { TurnKeeper } from './turn-keeper.js';
