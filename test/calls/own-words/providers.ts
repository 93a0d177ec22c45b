import { resample } from '../../stand-ins/audio/pcm.js';
import { OpenAiStandIn, RealtimeStandIn, type Brain, type Ears } from '../../stand-ins/index.js';
import { answered, codesIn } from './codebook.js';
import { TestEars } from '../../support/ears.js';
import { wordsHeard } from './hear.js';
import { CALLER_RATE_HZ } from './rtp-caller.js';

/**
 * Stand-ins for providers of both modes in a separate process, shared by all calls. They recognize speech with the
 * built-in recognizer and answer with everything the caller has said.
 */

/** Settings for the service to use them. */
export type ProvidersMessage = Readonly<Record<string, string>>;

const brain: Brain = ({ history }) => {
  const codes = history.flatMap((turn) => (turn.role === 'user' ? codesIn(turn.text) : []));
  const said = [...new Set(codes)];
  return { kind: 'say', text: said.length === 0 ? 'Pardon?' : said.map(answered).join(' ') };
};

const own = new TestEars();

/** Text without a code counts as silence. */
const ears: Ears = async (samples, sampleRateHz) => {
  const audio = resample(samples, sampleRateHz, CALLER_RATE_HZ);
  return codesIn(await wordsHeard(own, audio)).join(' ');
};

const http = await OpenAiStandIn.start({ brain, ears });
const realtime = await RealtimeStandIn.start({ brain, ears });
const settings: ProvidersMessage = {
  STT_URL: http.url,
  LLM_URL: http.url,
  TTS_URL: http.url,
  REALTIME_URL: realtime.url,
};
process.send?.(settings);
process.once('disconnect', () => process.exit());
