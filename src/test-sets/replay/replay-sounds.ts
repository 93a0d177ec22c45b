import { Injectable } from '@nestjs/common';
import type { AgentDocument } from '../../agent-document/index.js';
import { newId } from '../../common/ids/index.js';
import { type CallRecording, ConversationsService, RecordingsService } from '../../conversations/index.js';

/** Lanes of a call's replays, two per replay. Each takes as much disk as the recording of the call. */
const SOUNDS_KEPT = 10;

/** A lane's audio while it is recorded. */
export interface LaneSound {
  /** Id in requests for the audio. */
  readonly id: string;
  readonly recording: CallRecording;
}

/** Stores the audio of replays next to the recording of the call, so that both can be played. */
@Injectable()
export class ReplaySounds {
  constructor(
    private readonly recordings: RecordingsService,
    private readonly conversations: ConversationsService,
  ) {}

  /** Undefined if recordings are off, or the document's privacy settings forbid recording. */
  async begin(conversationId: string, { privacy }: AgentDocument): Promise<LaneSound | undefined> {
    if (privacy?.recordAudio === false || (privacy?.redact ?? []).length > 0) return undefined;
    await this.conversations.keepReplays(conversationId, SOUNDS_KEPT - 1);
    const id = newId('rpl');
    const recording = this.recordings.startReplay(conversationId, id);
    return recording && { id, recording };
  }
}
