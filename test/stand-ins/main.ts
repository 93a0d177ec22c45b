import { parseArgs } from 'node:util';

import {
  BEHAVIOURS,
  DeepgramStandIn,
  GeminiStandIn,
  OpenAiStandIn,
  RealtimeStandIn,
  scriptedEars,
} from './index.js';

/**
 * Runs all stand-ins until Ctrl-C and prints settings for Earshot: `npm run stand-ins -- --dialect beta --behaviour
 * slow --heard "what time is it"`.
 */
const { values } = parseArgs({
  options: {
    dialect: { type: 'string', default: 'ga' },
    behaviour: { type: 'string', default: 'normal' },
    heard: { type: 'string', multiple: true, default: ['hello'] },
    'realtime-port': { type: 'string', default: '0' },
    'gemini-port': { type: 'string', default: '0' },
    'http-port': { type: 'string', default: '0' },
    'deepgram-port': { type: 'string', default: '0' },
  },
});

const behaviour = BEHAVIOURS.find((known) => known === values.behaviour);
if (behaviour === undefined || (values.dialect !== 'ga' && values.dialect !== 'beta')) {
  console.error(`--dialect is ga or beta; --behaviour is one of ${BEHAVIOURS.join(', ')}`);
  process.exit(2);
}

const common = { behaviour, ears: scriptedEars(...values.heard) };
const realtime = await RealtimeStandIn.start({
  ...common,
  dialect: values.dialect,
  port: Number(values['realtime-port']),
});
const gemini = await GeminiStandIn.start({ ...common, port: Number(values['gemini-port']) });
const http = await OpenAiStandIn.start({ ...common, port: Number(values['http-port']) });
const deepgram = await DeepgramStandIn.start({ ...common, port: Number(values['deepgram-port']) });

console.log(`REALTIME_URL=${realtime.url}`);
console.log(`GEMINI_URL=${gemini.url}`);
console.log('GEMINI_API_KEY=any');
for (const stage of ['LLM', 'STT', 'TTS']) console.log(`${stage}_URL=${http.url}`);
console.log(`DEEPGRAM_URL=${deepgram.url}`);
console.log('DEEPGRAM_API_KEY=any');

process.once('SIGINT', () => {
  void Promise.all([realtime.close(), gemini.close(), http.close(), deepgram.close()]).then(() =>
    process.exit(0),
  );
});
