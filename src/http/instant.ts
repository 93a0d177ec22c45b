import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsDate } from 'class-validator';

/** RFC 3339, 5.6, with optional seconds, or a date alone, which means midnight UTC. */
const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,20}))?)?(?:[Zz]|([+-])(\d{2}):(\d{2})))?$/;

const MS_PER_MINUTE = 60_000;
/** PostgreSQL has no year 0, and our columns and cursors end with the year 9999. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Parses an instant to the millisecond; undefined if it is invalid. A time needs an offset: local time is never
 * assumed. A leap second counts as the following second.
 */
export function parseInstant(text: string): Date | undefined {
  const [
    ,
    year,
    month,
    day,
    hour = 0,
    minute = 0,
    second = 0,
    fraction = '',
    sign,
    zoneHours = 0,
    zoneMinutes = 0,
  ] = INSTANT.exec(text) ?? [];
  const [zoneHour, zoneMinute] = [Number(zoneHours), Number(zoneMinutes)];
  if (year === undefined || !isDay(Number(year), Number(month), Number(day))) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  if (zoneHour > 23 || zoneMinute > 59) return undefined;
  const at = new Date(0);
  at.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  at.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.slice(0, 3).padEnd(3, '0')));
  const offsetMs = (zoneHour * 60 + zoneMinute) * MS_PER_MINUTE * (sign === '-' ? -1 : 1);
  const ms = at.getTime() - offsetMs;
  return ms >= FIRST_MS && ms <= LAST_MS ? new Date(ms) : undefined;
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const toInstant = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? (parseInstant(value) ?? value) : value;

/** A field with an instant, in a body or a query; the DTO has it as a Date. */
export const IsInstant = (): PropertyDecorator =>
  applyDecorators(
    Transform(toInstant),
    IsDate({ message: '$property must be an instant of RFC 3339, for example 2026-01-31T12:00:00Z' }),
  );
