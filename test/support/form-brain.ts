import type { Brain } from '../stand-ins/index.js';

/** What a model gives the tool `fill_form` for a sentence of the caller. */
export type Understood = Readonly<Record<string, object>>;

/**
 * A model that fills in a form: it gives what it has understood of each sentence, and says what it is told to. It
 * repeats sentences that it was told nothing of.
 */
export const formBrain =
  (form: string, understood: Understood): Brain =>
  ({ instructions, history }) => {
    const exactly = /say exactly[^"]*"([^"]+)"/i.exec(instructions)?.[1];
    if (exactly !== undefined) return { kind: 'say', text: exactly };
    const last = history.at(-1);
    if (last?.role === 'tool') return { kind: 'say', text: wordsOf(last.output) };
    const words = (last?.text ?? '').toLowerCase().replace(/[.!?]+$/, '');
    const given = understood[words];
    return given
      ? { kind: 'call', name: 'fill_form', arguments: JSON.stringify({ form, ...given }) }
      : { kind: 'say', text: `You said: ${words}` };
  };

/** What the answer tells it to say, or else the answer. */
function wordsOf(output: string): string {
  try {
    const { say } = JSON.parse(output) as { say?: string };
    return say ?? output;
  } catch {
    return output;
  }
}
