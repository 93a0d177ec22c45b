import { type Template, TEMPLATES } from './templates.js';

/** Words by which people name these businesses. */
const WORDS: Readonly<Record<string, RegExp>> = {
  restaurant:
    /\b(restaurants?|caf[eé]s?|bars?|pubs?|bistros?|diners?|pizzerias?|tables?|reservations?|food|kitchen)\b/gi,
  dentist:
    /\b(dent\w*|practices?|doctors?|clinics?|patients?|teeth|tooth|orthodon\w*|surger(?:y|ies)|appointments?)\b/gi,
  support:
    /\b(support|help ?desk|help ?line|troubles?\w*|problems?|software|customers?|technical|hotline)\b/gi,
  survey: /\b(surveys?|questionnaires?|feedback|opinions?|polls?|ratings?)\b/gi,
};

/** The template with most of the words; undefined if none has any. */
export function nearestTemplate(sentence: string): Template | undefined {
  const scores = TEMPLATES.map((template) => {
    const words = WORDS[template.id];
    return { template, score: words ? (sentence.match(words)?.length ?? 0) : 0 };
  });
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one));
  return best.score > 0 ? best.template : undefined;
}

/** A name in the sentence: words with a capital letter, not at its beginning, or in quotation marks. */
export function nameIn(sentence: string): string {
  const quoted = /["“„]([^"”“]{2,60})["”“]/.exec(sentence)?.[1];
  const capital =
    /(?<=[\p{L}\p{N},:] )(?:\p{Lu}[\p{L}\p{N}’'&.-]*)(?: (?:&|\p{Lu}[\p{L}\p{N}’'&.-]*))*/u.exec(
      sentence,
    )?.[0];
  return (quoted ?? (capital === 'I' ? undefined : capital) ?? '').replace(/[.,]$/, '');
}

/** The template with the name of the business in its greeting, and the sentence in its instructions. */
export function described(template: Template, sentence: string): Template {
  const name = nameIn(sentence);
  const { greeting = '', prompt = '' } = template.document;
  const about = `What its owner says about it: ${sentence.trim().replaceAll('{{', '{ {')}`;
  return {
    ...template,
    document: {
      ...template.document,
      ...(name !== '' &&
        template.business !== undefined && { greeting: greeting.replace(template.business, name) }),
      prompt: prompt === '' ? about : `${about}\n\n${prompt}`,
    },
  };
}
