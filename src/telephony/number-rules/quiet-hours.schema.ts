import { Type } from '@sinclair/typebox';

export const QuietHoursSchema = Type.Object(
  { start: Type.String(), end: Type.String(), timeZone: Type.String() },
  { additionalProperties: false, title: 'QuietHours' },
);
