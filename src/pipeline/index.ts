/**
 * Traditional agents: `stt/`, `llm/` and `tts/` hold the providers of the stages, `stages/` what they have in common, and
 * `conversation/` what makes a conversation of them.
 */
export { CascadeAdapter, type CascadeAdapterOptions } from './cascade.adapter.js';
export { cascadeMembers, type CascadeMembers, type LocalEngines } from './cascade-members.js';
