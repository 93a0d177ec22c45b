import { synthesise } from '../../stand-ins/audio/synthesis.js';
import { OpenAiStandIn } from '../../stand-ins/index.js';
import { rememberingBrain } from './remembering.js';

/**
 * The stand-in of all providers, in a process of its own. It says everything in the same voice and with the same
 * words, as many of them as what it is to say takes: what callers are told they read, and of its voice they only hear
 * that it is there. So no sentence costs it a synthesis, which would take more than all the rest.
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
