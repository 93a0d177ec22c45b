import { Injectable } from '@nestjs/common';
import type { Call } from '../../calls/call.js';
import type { Supervisor } from '../../calls/call-monitor.js';
import { LiveCalls } from '../../cluster/index.js';
import { MediaService, MediaUnavailableError } from '../../media/index.js';
import type { CommandRefusal, SupervisionCommand, SupervisionOutcome } from './supervision-command.js';

const ELSEWHERE: SupervisionOutcome = { kind: 'elsewhere' };

/** Carries out supervisors' commands on the calls of this process. */
@Injectable()
export class SupervisedCalls {
  constructor(
    private readonly live: LiveCalls<Call>,
    private readonly media: MediaService,
  ) {}

  async run(sessionId: string, by: Supervisor, command: SupervisionCommand): Promise<SupervisionOutcome> {
    const call = this.live.bySession.get(sessionId);
    if (!call || call.ended) return ELSEWHERE;
    const { monitors } = call;
    switch (command.kind) {
      case 'monitor':
        return await this.monitor(call, by, command.sdp);
      case 'leave':
        return outcomeOf(monitors.leave(command.monitorId, by));
      case 'whisper':
        return outcomeOf(monitors.whisper(command.text, by));
      case 'take-over':
        await monitors.connection(command.monitorId, by);
        return outcomeOf(monitors.takeOver(command.monitorId, by));
      case 'give-back':
        return outcomeOf(monitors.giveBack(command.monitorId, by, command.note));
    }
  }

  private async monitor(call: Call, by: Supervisor, offerSdp: string): Promise<SupervisionOutcome> {
    const { monitors, admission } = call;
    const { loopsInMedia, outputSampleRateHz } = admission.adapter.capabilities;
    if (loopsInMedia) return refused('echo');
    const obstacle = monitors.obstacle ?? (this.media.isOverloaded ? 'overloaded' : undefined);
    if (obstacle) return refused(obstacle);
    const rates = { inputSampleRateHz: outputSampleRateHz, outputSampleRateHz };
    try {
      const opened = await this.media.openSession({ offerSdp, loop: false, ...rates });
      if (opened.kind === 'refused') return { kind: 'bad-offer', message: opened.refusal.message };
      const { session } = opened;
      const late = monitors.obstacle;
      if (late) {
        session.close();
        return refused(late);
      }
      return { kind: 'done', monitor: { monitorId: monitors.add(session, by), sdp: session.answerSdp } };
    } catch (error) {
      if (error instanceof MediaUnavailableError) return refused('overloaded');
      throw error;
    }
  }
}

const refused = (why: CommandRefusal): SupervisionOutcome => ({ kind: 'refused', why });

const outcomeOf = (why: CommandRefusal | undefined): SupervisionOutcome =>
  why === undefined ? { kind: 'done' } : refused(why);
