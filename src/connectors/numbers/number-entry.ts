import { Injectable, type PipeTransform } from '@nestjs/common';
import { MAX_WRITTEN_NUMBER, toE164 } from '../../common/phone-numbers/index.js';

/** As numbers are kept: in E.164, however they are written. What is none stays as it is, and is found or refused so. */
export const numberEntry = (written: string): string =>
  toE164(written, undefined) ?? written.slice(0, MAX_WRITTEN_NUMBER).trim();

@Injectable()
export class NumberEntryPipe implements PipeTransform<string, string> {
  transform(written: string): string {
    return numberEntry(written);
  }
}
