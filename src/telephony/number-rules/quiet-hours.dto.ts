import { IsString, Length, Matches } from 'class-validator';
import { Describe } from '../../http/openapi/index.js';
import { TIME_OF_DAY } from './quiet-hours.js';

const MAX_TIME_ZONE = 100;

export class QuietHoursDto {
  @Matches(TIME_OF_DAY, { message: '$property must be like 22:00' })
  @Describe('`21:00`; included.')
  start!: string;

  @Matches(TIME_OF_DAY, { message: '$property must be like 22:00' })
  @Describe('`08:00`; not included. Before `start`, it is of the next day.')
  end!: string;

  @IsString()
  @Length(1, MAX_TIME_ZONE)
  @Describe('Name of the IANA database, `Europe/Berlin`.')
  timeZone!: string;
}
