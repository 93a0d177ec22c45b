import type { Brain } from '../stand-ins/index.js';

/** A model's arguments for the tool `fill_form`, by caller sentence. */
export type Understood = Readonly<Record<string, object>>;

/**
 * A model that fills in a form: sends the values for known sentences, says what the result asks for, and repeats
 * unknown sentences.
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

/** The text a result asks the model to say, or the result itself. */
function wordsOf(output: string): string {
  try {
    const { say } = JSON.parse(output) as { say?: string };
    return say ?? output;
  } catch {
    return output;
  }
}
