import { resample } from '../../stand-ins/audio/pcm.js';
import { OpenAiStandIn, RealtimeStandIn, type Brain, type Ears } from '../../stand-ins/index.js';
import { answered, codesIn } from './codebook.js';
import { TestEars } from '../../support/ears.js';
import { wordsHeard } from './hear.js';
import { CALLER_RATE_HZ } from './rtp-caller.js';

/**
 * Stand-ins for the providers of both modes, shared by all calls as real ones are, in a process of their own. They
 * understand speech with the built-in recogniser, and answer each caller with all that it has said in its
 * conversation so far.
 */

/** Settings with which the service uses them. */
export type ProvidersMessage = Readonly<Record<string, string>>;

const brain: Brain = ({ history }) => {
  const codes = history.flatMap((turn) => (turn.role === 'user' ? codesIn(turn.text) : []));
  const said = [...new Set(codes)];
  return { kind: 'say', text: said.length === 0 ? 'Pardon?' : said.map(answered).join(' ') };
};

const own = new TestEars();

/** What makes no code isn't understood: nothing was said then. */
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
