import { IsIn, IsInt, IsOptional, IsString, Length, Max, Min } from 'class-validator';
import { Describe } from '../../http/openapi/index.js';

const TRACE_FORMATS = ['json', 'text', 'pcap'] as const;
export type TraceFormat = (typeof TRACE_FORMATS)[number];

/** One day: traces serve troubleshooting and contain callers' numbers. */
const MOST_MINUTES = 1_440;

export class SwitchTraceDto {
  @IsInt()
  @Min(0)
  @Max(MOST_MINUTES)
  @Describe('For how many minutes from now on messages are kept, up to a day; 0 ends it.')
  minutes!: number;
}

export class TraceQuery {
  @IsOptional()
  @IsIn(TRACE_FORMATS)
  @Describe('`json`, the default; `text`, a file to read; `pcap`, a file for Wireshark or sngrep.')
  format?: TraceFormat;

  @IsOptional()
  @IsString()
  @Length(1, 200)
  @Describe('Only the messages of this call: its Call-ID, which is `callSid` of its record.')
  callId?: string;
}
