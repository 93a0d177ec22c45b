import { Inject, Injectable } from '@nestjs/common';
import type { AgentDocument } from '../../agent-document/index.js';
import { AdapterRegistry, holdsText, type PublishedProviders } from '../../answering/index.js';
import { Clock } from '../../common/clock/index.js';
import { AppConfig } from '../../common/config/index.js';
import type { CallRecording } from '../../conversations/index.js';
import { MediaService } from '../../media/index.js';
import {
  AgentFault,
  type AgentMode,
  type CallKnowledge,
  type TextReply,
  type TextToolCall,
} from '../../voice/index.js';
import type { SpokenTurn, SpokenVoice } from '../script/test-script.js';
import { CallerVoices } from '../spoken/caller-voices.js';
import { SpokenConversation } from '../spoken/spoken-conversation.js';
import type { SpokenFacts } from '../spoken/spoken-facts.js';

/** Whether the caller does anything in a turn: the first one may be about the greeting. */
export const isDone = ({ say, sound, silenceMs, keys, recorded }: SpokenTurn): boolean =>
  (say ?? sound ?? silenceMs ?? keys ?? recorded) !== undefined;

/** What an agent did in a turn, and what was noticed of it where it was heard. */
interface RehearsedReply {
  readonly reply: TextReply;
  readonly spoken?: SpokenFacts;
}

/** A conversation with an agent, in text or by voice. */
export interface RehearsalLine {
  readonly opening: RehearsedReply;
  /** @param next The turn that follows, which may cut the answer off. */
  take(turn: SpokenTurn, next: SpokenTurn | undefined): Promise<RehearsedReply>;
  close(): Promise<void>;
}

export interface LineRequest {
  readonly accountId: string;
  /** Undefined: that of calls that name none. */
  readonly mode: AgentMode | undefined;
  /** With the values of the call in its texts. */
  readonly agent: AgentDocument;
  readonly providers?: PublishedProviders | undefined;
  readonly knowledge?: CallKnowledge;
  /** No request leaves a rehearsal: this is what its tools say. */
  readonly answer: (call: TextToolCall) => string | Promise<string>;
  readonly signal: AbortSignal;
  /** Keeps what is heard where it is held as a call; closed with the line. */
  readonly recording?: CallRecording;
}

/** Reaches agents that are rehearsed. All throw AgentFault where one can't be. */
@Injectable()
export class RehearsalLines {
  constructor(
    private readonly adapters: AdapterRegistry,
    @Inject(CallerVoices) private readonly voices: Pick<CallerVoices, 'of'>,
    private readonly clock: Clock,
    @Inject(MediaService) private readonly media: Pick<MediaService, 'openLocalCall'>,
    private readonly config: AppConfig,
  ) {}

  async openText(request: LineRequest): Promise<RehearsalLine> {
    const { accountId, answer, knowledge, signal, providers } = request;
    const { adapter, agent } = await this.adapters.resolveText(
      accountId,
      request.mode,
      request.agent,
      providers,
    );
    if (!holdsText(adapter))
      throw new AgentFault('TEXT_NOT_SUPPORTED', 'No provider can rehearse this agent.', false);
    const tools = { kind: 'rehearsed', accountId, answer } as const;
    const conversation = await adapter.openText({ agent, tools, ...(knowledge && { knowledge }), signal });
    return {
      opening: { reply: conversation.opening },
      take: async ({ say = '' }) => ({ reply: await conversation.say(say) }),
      close: () => conversation.close(),
    };
  }

  async openSpoken(
    request: LineRequest,
    voice: SpokenVoice,
    turns: readonly SpokenTurn[],
  ): Promise<RehearsalLine> {
    const { accountId, answer, knowledge, signal, recording, providers } = request;
    const { adapter, mode, agent } = await this.adapters.resolve(
      accountId,
      request.mode,
      request.agent,
      providers,
    );
    if (adapter.rehearsesCalls !== true)
      throw new AgentFault('SPOKEN_NOT_SUPPORTED', 'This agent can be rehearsed in text alone.', false);
    const { keyPauseMs: pauseMs, maxKeys } = this.config.calls;
    const pressesKeys = turns.some(({ keys }) => keys !== undefined);
    const conversation = await SpokenConversation.open({
      ...{ adapter, voice, signal, answer, media: this.media },
      ...(recording && { recording }),
      keys: pressesKeys ? { pauseMs, maxKeys } : undefined,
      speak: await this.voices.of(accountId, voice, signal),
      context: {
        ...{ accountId, mode, agent },
        possibleActions: new Set(['transfer', 'dtmf']),
        ...(knowledge && { knowledge }),
      },
      nowMs: () => this.clock.monotonicMs(),
    });
    try {
      const opening = await conversation.opening(turns.find(isDone));
      return { opening, take: (...turns) => conversation.take(...turns), close: () => conversation.close() };
    } catch (error) {
      await conversation.close();
      throw error;
    }
  }
}
