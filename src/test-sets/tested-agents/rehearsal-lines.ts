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

/** Whether the caller does anything in a turn: the first one may only check the greeting. */
export const isDone = ({ say, sound, silenceMs, keys, recorded }: SpokenTurn): boolean =>
  (say ?? sound ?? silenceMs ?? keys ?? recorded) !== undefined;

/** The agent's actions in a turn, and measurements if held by voice. */
interface RehearsedReply {
  readonly reply: TextReply;
  readonly spoken?: SpokenFacts;
}

/** A conversation with an agent, in text or by voice. */
export interface RehearsalLine {
  readonly opening: RehearsedReply;
  /** @param next The following turn, which may interrupt the answer. */
  take(turn: SpokenTurn, next: SpokenTurn | undefined): Promise<RehearsedReply>;
  close(): Promise<void>;
}

export interface RehearsalRequest {
  readonly accountId: string;
  /** Undefined: the default mode of calls. */
  readonly mode: AgentMode | undefined;
  /** With its call variables filled in. */
  readonly agent: AgentDocument;
  readonly providers?: PublishedProviders | undefined;
  readonly knowledge?: CallKnowledge;
  /** Answers the agent's tools; no request leaves the service. */
  readonly answer: (call: TextToolCall) => string | Promise<string>;
  readonly signal: AbortSignal;
  /** Records the audio of a lane held as a call; closed with the line. */
  readonly recording?: CallRecording;
}

/** Opens conversations with tested agents. Methods throw AgentFault if an agent can't be reached. */
@Injectable()
export class RehearsalLines {
  constructor(
    private readonly adapters: AdapterRegistry,
    @Inject(CallerVoices) private readonly voices: Pick<CallerVoices, 'of'>,
    private readonly clock: Clock,
    @Inject(MediaService) private readonly media: Pick<MediaService, 'openLocalCall'>,
    private readonly config: AppConfig,
  ) {}

  async openText(request: RehearsalRequest): Promise<RehearsalLine> {
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
    request: RehearsalRequest,
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
    const { keyPauseMs: pauseMs } = this.config.calls;
    const pressesKeys = turns.some(({ keys }) => keys !== undefined);
    const conversation = await SpokenConversation.open({
      ...{ adapter, voice, signal, answer, media: this.media },
      ...(recording && { recording }),
      keys: pressesKeys ? { pauseMs } : undefined,
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
