/** What all end-to-end providers share: the agent's answers, the words of both sides, functions, and patience. */
export { AgentAnswers } from './agent-answers.js';
export type { CallerTurnTimes } from './agent-turn.js';
export { CallerTranscripts } from './caller-transcripts.js';
export { ConversationHistory, type ReplayedItem } from './conversation-history.js';
export { FunctionCalls } from './function-calls.js';
export { InboundGuard } from './inbound-guard.js';
export { continueInstructions, repeatInstructions, sayExactly } from './instructions.js';
export { decodePcm, encodePcm } from './pcm-base64.js';
export { ReplyWatch } from './reply-watch.js';
export { SilenceWatch } from './silence-watch.js';
