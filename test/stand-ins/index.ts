/** Servers with the protocols of paid providers, for tests and development without a key. */
export { BEHAVIOURS, type Behaviour, type BehaviourChoice } from './behaviour.js';
export { defaultBrain, scriptedEars, type Brain, type BrainReply, type Ears } from './brain.js';
export { DeepgramStandIn } from './deepgram/deepgram-server.js';
export { GeminiStandIn, type GeminiStandInOptions } from './gemini/gemini-server.js';
export { OpenAiStandIn, type OpenAiStandInOptions } from './openai/openai-server.js';
export { RealtimeStandIn, type RealtimeStandInOptions } from './realtime/realtime-server.js';
export { CartesiaStandIn } from './speech-services/cartesia-server.js';
export { ElevenLabsStandIn } from './speech-services/elevenlabs-server.js';
