import { synthesise } from '../../stand-ins/audio/synthesis.js';
import { OpenAiStandIn } from '../../stand-ins/index.js';
import { rememberingBrain } from './remembering.js';

/**
 * Stand-in for all providers in its own process. It speaks fixed words, as many as the text is long: callers read
 * replies, and only detect that the voice is audible. This saves the synthesis, which would cost more than everything
 * else.
 */
const WORDS =
  'I remember the word that you have told me before, and the table that you asked for is booked. ';
const MS_A_CHARACTER = 65;

const rateHz = 24_000;
const speech = await synthesise(WORDS.repeat(3), rateHz);
const voice = (text: string) => speech.subarray(0, (text.length * MS_A_CHARACTER * rateHz) / 1_000);

const { url } = await OpenAiStandIn.start({ brain: rememberingBrain, voice, keepsRequests: false });
process.send?.({ url });
process.on('disconnect', () => process.exit());
