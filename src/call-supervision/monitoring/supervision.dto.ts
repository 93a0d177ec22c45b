import { IsString, Length } from 'class-validator';
import { IfGiven } from '../../http/index.js';
import { Describe } from '../../http/openapi/index.js';
import { MAX_INSTRUCTION, MAX_SDP } from './supervision-command.js';

export class BeginMonitorDto {
  @IsString()
  @Length(1, MAX_SDP)
  @Describe('The SDP offer of your WebRTC connection, with an audio section that sends and receives.')
  sdp!: string;
}

export class WhisperDto {
  @IsString()
  @Length(1, MAX_INSTRUCTION)
  text!: string;
}

export class GiveBackDto {
  @IfGiven()
  @IsString()
  @Length(1, MAX_INSTRUCTION)
  @Describe('What the agent’s model should know from now on.')
  note?: string;
}
