/** The part of a secret that lists show as a hint. */
const HINT_LENGTH = 8;
/** Long enough to be no coincidence, short enough to detect a part of a secret. */
const PART_LENGTH = 16;

/** The secrets found in a text, by name and encoding. */
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

/** Consecutive pieces of a secret, without its hint. */
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
    // A piece may start at any of three offsets in a base64 group.
    ...Object.fromEntries([0, 1, 2].map((place) => [`base64 at ${place}`, base64At(place, part)])),
    ...Object.fromEntries(
      [0, 1, 2].map((place) => [
        `base64url at ${place}`,
        base64At(place, part).replaceAll('+', '-').replaceAll('/', '_'),
      ]),
    ),
  };
}

/** The base64 of the text that is independent of its context. */
function base64At(place: number, part: string): string {
  const whole = Buffer.from('x'.repeat(place) + part)
    .toString('base64')
    .replaceAll('=', '');
  const first = Math.ceil((place * 8) / 6);
  const last = Math.floor(((place + part.length) * 8) / 6);
  return whole.slice(first, last);
}
