/** What lists show of a secret, so that people can tell one from another. */
const HINT_LENGTH = 8;
/** Enough of a secret to be no coincidence, and little enough that a part of it is found as well. */
const PART_LENGTH = 16;

/** The ways in which a text holds some of the secrets: their names, with the form that was found. */
export function tracesOf(secrets: Readonly<Record<string, string>>, text: string): string[] {
  const lowerCase = text.toLowerCase();
  return Object.entries(secrets).flatMap(([name, secret]) =>
    partsOf(secret).flatMap((part) =>
      Object.entries(formsOf(part))
        .filter(([form, written]) => (form === 'hex' ? lowerCase : text).includes(written))
        .map(([form]) => `${name} (${form})`),
    ),
  );
}

/** The pieces of a secret, one after the other, without what may be shown of it. */
function partsOf(secret: string): string[] {
  const hidden = secret.slice(secret.length > HINT_LENGTH + PART_LENGTH ? HINT_LENGTH : 0);
  const count = Math.max(1, Math.floor(hidden.length / PART_LENGTH));
  return Array.from({ length: count }, (_, i) => hidden.slice(i * PART_LENGTH, (i + 1) * PART_LENGTH));
}

function formsOf(part: string): Record<string, string> {
  return {
    plain: part,
    'URL encoded': encodeURIComponent(part),
    hex: Buffer.from(part).toString('hex'),
    // A piece may begin at any of the three places of a group of base64.
    ...Object.fromEntries([0, 1, 2].map((place) => [`base64 at ${place}`, base64At(place, part)])),
    ...Object.fromEntries(
      [0, 1, 2].map((place) => [
        `base64url at ${place}`,
        base64At(place, part).replaceAll('+', '-').replaceAll('/', '_'),
      ]),
    ),
  };
}

/** What base64 makes of the text whatever comes before and after it. */
function base64At(place: number, part: string): string {
  const whole = Buffer.from('x'.repeat(place) + part)
    .toString('base64')
    .replaceAll('=', '');
  const first = Math.ceil((place * 8) / 6);
  const last = Math.floor(((place + part.length) * 8) / 6);
  return whole.slice(first, last);
}
