import { Injectable } from '@nestjs/common';
import type { AgentDocument } from '../../agent-document/index.js';
import { AppConfig } from '../../common/config/index.js';
import { newId } from '../../common/ids/index.js';
import { type CallRecording, ConversationsService, RecordingsService } from '../../conversations/index.js';

/** A lane's audio while it is recorded. */
export interface LaneSound {
  /** Id in requests for the audio. */
  readonly id: string;
  readonly recording: CallRecording;
}

/** Stores the audio of replays next to the recording of the call, so that both can be played. */
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

  /** Undefined if recordings are off, none are kept, or the document's privacy settings forbid recording. */
  async begin(conversationId: string, { privacy }: AgentDocument): Promise<LaneSound | undefined> {
    if (this.kept === 0 || privacy?.recordAudio === false || (privacy?.redact ?? []).length > 0)
      return undefined;
    await this.conversations.keepReplays(conversationId, this.kept - 1);
    const id = newId('rpl');
    const recording = this.recordings.startReplay(conversationId, id);
    return recording && { id, recording };
  }
}
