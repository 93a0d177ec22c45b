import { Injectable, type PipeTransform } from '@nestjs/common';
import { ApiError, excerpt } from '../../common/errors/index.js';
import { isNumberOrRange, NUMBER_OR_RANGE } from './number-range.js';
import { MAX_WRITTEN_NUMBER, toE164 } from '../../common/phone-numbers/index.js';

export const PHONE_NUMBERS_VALIDATION_FAILED = 'PHONE_NUMBERS_VALIDATION_FAILED';
/** The hosted platform's error code. */
export const INVALID_NUMBER = 'PHONE_NUMBERS_INVALID_PHONE_NUMBER_FORMAT';

/**
 * The stored form: E.164, whatever the input format. Invalid numbers stay unchanged, to be found or refused as they
 * are.
 */
export const numberEntry = (written: string): string =>
  toE164(written, undefined) ?? written.slice(0, MAX_WRITTEN_NUMBER).trim();

/** Without duplicates. @throws ApiError 400 unless each is a number or a range. */
export function numberEntries(written: readonly string[]): string[] {
  const entries = [...new Set(written.map(numberEntry))];
  refuseStrange(entries, (entry) => NUMBER_OR_RANGE.test(entry));
  return entries;
}

/** Requires new numbers to be in a numbering plan; stored ones of earlier releases may not be. @throws ApiError 400. */
export const refuseUnplanned = (entries: readonly string[]): void => refuseStrange(entries, isNumberOrRange);

function refuseStrange(entries: readonly string[], isSound: (entry: string) => boolean): void {
  const strange = entries.find((entry) => !isSound(entry));
  if (strange === undefined) return;
  const message = `phoneNumbers: ${excerpt(strange)} is no phone number; write it as +442079460000, or +4420* for all that begin so.`;
  throw new ApiError(400, INVALID_NUMBER, message);
}

@Injectable()
export class NumberEntryPipe implements PipeTransform<string, string> {
  transform(written: string): string {
    return numberEntry(written);
  }
}
