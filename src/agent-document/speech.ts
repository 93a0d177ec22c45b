import { Type } from '@sinclair/typebox';

const closed = { additionalProperties: false } as const;
const Words = Type.String({ minLength: 1, maxLength: 100 });

export const Speech = Type.Object(
  {
    pronunciations: Type.Optional(
      Type.Array(
        Type.Object(
          {
            written: Words,
            spoken: Type.String({ minLength: 1, maxLength: 300 }),
            ipa: Type.Optional(
              Type.String({
                minLength: 1,
                maxLength: 300,
                pattern: '^[^<>|&"]+$',
                description:
                  'Its sounds (International Phonetic Alphabet) with blanks between them, for voices that take them; others get `spoken`.',
              }),
            ),
          },
          { ...closed, title: 'Pronunciation' },
        ),
        {
          maxItems: 200,
          description: 'What the voice is given instead of a word, as it would be spelled by its sound.',
        },
      ),
    ),
    spokenForms: Type.Optional(
      Type.Boolean({
        description:
          'Whether numbers, amounts of money, dates, times, e-mail addresses and web addresses are written out as people say them ' +
          'before the voice gets them. English, Dutch, French, German, Italian, Portuguese and Spanish. Default: where the voice does not do it by itself.',
      }),
    ),
    keyphrases: Type.Optional(
      Type.Array(Words, {
        maxItems: 100,
        description: 'Words and names that callers will probably say, for recognizers that can be told.',
      }),
    ),
    replacements: Type.Optional(
      Type.Array(
        Type.Object(
          { heard: Words, meant: Type.String({ maxLength: 300 }) },
          { ...closed, title: 'Replacement' },
        ),
        { maxItems: 200, description: 'What recognizers tend to get wrong, and what it should be.' },
      ),
    ),
  },
  {
    ...closed,
    title: 'Speech',
    description: 'Words that are hard to say or to hear. For the traditional mode.',
  },
);
