import { applyDecorators } from '@nestjs/common';
import { IsString, Length, Matches } from 'class-validator';

/** Controls, zero-width spaces, direction marks (UAX 9). No joiners: some scripts need them. */
const HIDDEN =
  '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff';
/** Characters that are blank on their own. */
const BLANK = '\\s\\u00ad\\u034f\\u115f\\u1160\\u180e\\u200c\\u200d\\u2800\\u3164\\uffa0';

/**
 * A display name: something visible, nothing hidden. Avoids classes such as `\p{Cc}`, which generators of clients and
 * tests do not support.
 */
export const NAME = new RegExp(`^(?=.*[^${HIDDEN}${BLANK}])[^${HIDDEN}]*$`);

const INVISIBLE =
  '$property must have a visible character, and none that is invisible or turns text around, like "Front desk"';

export const IsName = (maxLength: number): PropertyDecorator =>
  // The last failed rule is reported first.
  applyDecorators(Matches(NAME, { message: INVISIBLE }), Length(1, maxLength), IsString());
