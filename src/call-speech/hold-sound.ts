import type { SampleRateHz, SpeechQueue } from '../media/index.js';

/** Two soft notes, so that silence is not mistaken for a dropped call. */
const NOTES_HZ = [523.25, 659.25];
const NOTE_MS = 350;
/** About -32 dBov. */
const AMPLITUDE = 800;
const FIRST_AFTER_MS = 1_500;
const EVERY_MS = 5_000;

/**
 * Plays the hold sound to a caller who waits for a person.
 * @returns A function that stops it.
 */
export function playHoldSound(speech: SpeechQueue, sampleRateHz: SampleRateHz): () => void {
  const notes = notesAt(sampleRateHz);
  const play = () => {
    // Speech has priority.
    if (speech.queuedMs === 0) speech.write(notes);
  };
  const first = setTimeout(play, FIRST_AFTER_MS);
  const again = setInterval(play, EVERY_MS);
  return () => {
    clearTimeout(first);
    clearInterval(again);
    speech.clear();
  };
}

function notesAt(sampleRateHz: number): Int16Array {
  const length = Math.floor((NOTE_MS * sampleRateHz) / 1_000);
  const notes = new Int16Array(length * NOTES_HZ.length);
  NOTES_HZ.forEach((hz, index) => {
    for (let at = 0; at < length; at += 1) {
      const swell = Math.sin((Math.PI * at) / length) ** 2;
      const wave = Math.sin((2 * Math.PI * hz * at) / sampleRateHz);
      notes[index * length + at] = Math.round(AMPLITUDE * swell * wave);
    }
  });
  return notes;
}
