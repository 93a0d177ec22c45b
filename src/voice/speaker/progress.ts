import { heardText } from './heard-text.js';
import type { PartHeard } from './pausable-voice.js';

/** The heard and unheard words of successive texts. @param parts In order. */
export function progressOf(
  parts: readonly {
    readonly text: string;
    readonly heard: Pick<PartHeard, 'heardMs' | 'spokenMs'> | undefined;
  }[],
) {
  const said = parts.map(({ text, heard }) => heardText(text, heard?.heardMs ?? 0, heard?.spokenMs ?? 0));
  const unsaid = parts.map(({ text }, at) => text.slice(said[at]?.length));
  const joined = (texts: readonly string[]) => texts.join(' ').trim();
  return { said: joined(said), unsaid: joined(unsaid) };
}
