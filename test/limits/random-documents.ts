import type { AgentDocument } from '../../src/agent-document/index.js';

/** A number in [0, 1) (mulberry32), reproducible by seed. */
export type Random = () => number;

export function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A document an account may save, and its callers' words. */
export interface Attempt {
  readonly document: AgentDocument;
  readonly message: string;
}

const ALPHABETS = [
  'a',
  'ab',
  'abc ',
  'e1 ',
  'ß ı',
  '字 ',
  '\u{1d518}\u{1f600} ',
  '1234567890.,$€% ',
  "a'-.@:/ ",
];
const PIECES = [
  '{{now}} ',
  '{{today}}',
  '{{call.a | b}}',
  '{{call.name}}',
  '{{variant.x}}',
  '{{',
  '}}',
  '{{{{now}}}}',
  'www.a.bc ',
  '1.234,56 € ',
  '12/03/2026 ',
  'a@b.cd ',
];
const SPOKEN = [
  ...['at ', 'dot ', 'a@', 'a ', 'o ', 'p m ', 'double ', 'as in ', 'alpha ', 'Mike in Lima '],
  ...['no, ', 'not ', "let's just ", 'sorry, ', 'please ', 'yes but ', "it's ", 'my name is ', "I won't "],
  ...[
    'one ',
    'hundred and ',
    'half past ',
    'next friday ',
    'march ',
    'pounds ',
    'hours ',
    'for two ',
    '555 ',
  ],
];
const FIELD_TYPES = [
  ...(['text', 'name', 'spelled', 'number', 'date', 'time', 'datetime'] as const),
  ...(['duration', 'phone', 'email', 'money', 'choice', 'yes-no', 'postcode'] as const),
];
const PATTERNS = [
  '^[a-z]{1,30}$',
  '[\\p{L}\\d]{0,200}',
  '(?:a|b|c){0,64}',
  '^(?:[A-Z]{2}[0-9]{2}){1,16}$',
  '.*x.*y.*z',
];

/** Draws documents that are extreme in one part and ordinary in others, within all limits. */
class Drawing {
  constructor(private readonly random: Random) {}

  upTo(most: number): number {
    return Math.floor(this.random() * (most + 1));
  }

  /** Mostly near the limit. */
  size(limit: number): number {
    return Math.max(1, Math.round(limit * (this.random() < 0.7 ? 1 : this.random())));
  }

  oneOf<T>(values: readonly T[]): T {
    return values[Math.floor(this.random() * values.length)] as T;
  }

  text(length: number): string {
    const all = this.oneOf([PIECES, SPOKEN, [...this.oneOf(ALPHABETS)]]);
    // Few pieces, often repeated, are worse than many.
    const pieces = this.random() < 0.5 ? all : [this.oneOf(all), this.oneOf(all)];
    let text = '';
    while (text.length < length) text += this.random() < 0.02 ? ' ' : this.oneOf(pieces);
    return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
  }

  list<T>(limit: number, make: (index: number) => T): T[] {
    return Array.from({ length: this.size(limit) }, (_, index) => make(index));
  }

  /** Many properties on one level, or one property on many levels. */
  schema(values: number): object {
    const leaf = () =>
      this.oneOf([
        { type: 'string', pattern: this.oneOf(PATTERNS) },
        { type: 'string', enum: this.list(20, (index) => `${this.text(5)}${index}`) },
        { type: 'integer', minimum: 0 },
        { anyOf: [{ type: 'string' }, { type: 'number' }] },
      ]);
    if (this.random() < 0.3) {
      let schema: object = leaf();
      for (let level = this.upTo(12); level > 0; level -= 1) {
        schema = this.oneOf([
          { type: 'array', items: schema },
          { type: 'object', properties: { a: schema } },
        ]);
      }
      return { type: 'object', properties: { a: schema } };
    }
    const properties = Object.fromEntries(this.list(values, (index) => [`p${index}`, leaf()]));
    return { type: 'object', properties };
  }

  part(): Partial<AgentDocument> {
    const parts: (() => Partial<AgentDocument>)[] = [
      () => ({ prompt: this.text(50_000) }),
      () => ({ greeting: this.text(2_000) }),
      () => ({ fallbackReply: this.text(1_000) }),
      () => {
        const [examples, length] = [this.size(50), this.size(300)];
        const intents = Math.min(200, Math.floor(90_000 / (examples * length)) || 1);
        return {
          intents: Array.from({ length: intents }, (_, index) => ({
            name: `i${index}`,
            examples: Array.from({ length: examples }, () => this.text(length)),
            reply: this.text(20),
          })),
        };
      },
      () => ({
        speech: {
          pronunciations: this.list(200, () => ({
            written: this.text(this.size(100)),
            spoken: this.text(this.size(200)),
          })),
          replacements: this.list(200, () => ({
            heard: this.text(this.size(60)),
            meant: this.text(this.size(100)),
          })),
          keyphrases: this.list(100, () => this.text(this.size(100))),
        },
      }),
      () => ({
        forms: this.list(3, (index) => ({
          name: `f${index}`,
          when: [`form ${index}`],
          fields: this.list(30, (field) => {
            const type = this.oneOf(FIELD_TYPES);
            const choices = this.list(48, (choice) => `${this.text(this.size(80))} ${choice}`);
            return {
              name: `a${field}`,
              type,
              ask: 'What?',
              ...(type === 'choice' && { choices: [...choices, 'b', 'c'] }),
            };
          }),
          then: { say: 'Thank you.' },
        })),
      }),
      () => ({
        tools: this.list(100, (index) => ({
          name: `t${index}`,
          description: this.text(this.size(100)),
          parameters: this.schema(this.upTo(60)) as Record<string, unknown>,
          http: { method: 'POST', url: `https://a.example/${index}`, body: { a: this.text(this.size(50)) } },
        })),
      }),
      () => ({
        variants: Object.fromEntries(
          this.list(50, (index) => [
            `v${index}`,
            {
              attributes: { x: this.text(this.size(500)) },
              overrides: { greeting: this.text(this.size(1_000)) },
            },
          ]),
        ),
      }),
    ];
    return this.oneOf(parts)();
  }
}

/** @param genes A seed for the ordinary parts and the words, and one for each large part. */
export function drawAttempt([ordinary = 0, ...parts]: readonly number[]): Attempt {
  const drawing = new Drawing(randomOf(ordinary));
  const document: AgentDocument = {
    schemaVersion: 1,
    greeting: 'Hello.',
    languageCode: drawing.oneOf(['en-GB', 'de-DE', 'fr-FR', 'es-ES', 'nl-NL']),
    models: { traditional: { llm: { provider: drawing.oneOf(['starter', 'openai']) } } },
    prompt: 'You take bookings.',
  };
  for (const seed of parts) Object.assign(document, new Drawing(randomOf(seed)).part());
  return { document, message: drawing.text(drawing.size(2_000)) };
}
