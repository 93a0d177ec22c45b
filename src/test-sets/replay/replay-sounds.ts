import { Injectable } from '@nestjs/common';
import type { AgentDocument } from '../../agent-document/index.js';
import { AppConfig } from '../../common/config/index.js';
import { newId } from '../../common/ids/index.js';
import { type CallRecording, ConversationsService, RecordingsService } from '../../conversations/index.js';

/** What a lane of a replay sounds like, while it is recorded. */
export interface LaneSound {
  /** By which it is asked for. */
  readonly id: string;
  readonly recording: CallRecording;
}

/** Keeps what replays sound like, beside the recording of the call, so that both can be heard. */
@Injectable()
export class ReplaySounds {
  private readonly kept: number;

  constructor(
    private readonly recordings: RecordingsService,
    private readonly conversations: ConversationsService,
    config: AppConfig,
  ) {
    this.kept = config.testSets.replaySoundsKept;
  }

  /** Undefined where recordings are off, none are kept, or the document's privacy has calls not recorded. */
  async begin(conversationId: string, { privacy }: AgentDocument): Promise<LaneSound | undefined> {
    if (this.kept === 0 || privacy?.recordAudio === false || (privacy?.redact ?? []).length > 0)
      return undefined;
    await this.conversations.keepReplays(conversationId, this.kept - 1);
    const id = newId('rpl');
    const recording = this.recordings.startReplay(conversationId, id);
    return recording && { id, recording };
  }
}
