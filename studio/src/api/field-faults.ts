/** An error of one field. */
interface FieldFault {
  /** The API's name: `publicAccess.origins`. */
  readonly path: string;
  readonly text: string;
}

export interface Faults {
  readonly fields: readonly FieldFault[];
  /** Messages about no known field. */
  readonly rest: readonly string[];
}

/** `each of publicAccess.origins must be …`, `services.llm.model must be given`. */
const OF_FIELD =
  /^(?<each>each (?:of|value in) )?(?<path>[A-Za-z_][\w.]*) (?<text>(?:must|should|is|has|can|may)\b.*)$/s;

/** An API name rather than ordinary words: `loginPassword`, `publicAccess.origins`. */
const CODE_NAME = /\b[a-z]+(?:[A-Z_.]\w+)+\b/g;

/**
 * Splits the message of a refusal by the fields of a form.
 * @param labels The form's label of each field, by its API path.
 */
export function faultsIn(message: string, labels: Readonly<Record<string, string>>): Faults {
  const fields: FieldFault[] = [];
  const rest: string[] = [];
  for (const part of message.split('; ')) {
    const { each, path = '', text = '' } = OF_FIELD.exec(part)?.groups ?? {};
    const known = nearest(path, labels);
    if (known === undefined) rest.push(inLabels(part, labels));
    else {
      const said = inLabels(text, labels);
      fields.push({ path: known, text: each ? `Each of them ${said}` : capital(said) });
    }
  }
  return { fields, rest };
}

/** Replaces API names in a message by the form's labels. */
export function inLabels(text: string, labels: Readonly<Record<string, string>>): string {
  return text.replace(CODE_NAME, (name) => {
    const known = nearest(name, labels);
    return known === undefined ? name : `“${labels[known]}”`;
  });
}

/** The field itself, or the one that contains it: `tests` of `tests.0.passes`. */
function nearest(path: string, labels: Readonly<Record<string, string>>): string | undefined {
  for (let known = path; known !== ''; known = known.slice(0, Math.max(0, known.lastIndexOf('.'))))
    if (Object.hasOwn(labels, known)) return known;
  return undefined;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
