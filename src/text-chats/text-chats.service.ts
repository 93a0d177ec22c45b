import { Injectable, Logger } from '@nestjs/common';
import { type Actor, refuseForeignEnvironment } from '../common/access/index.js';
import { recordChange } from '../audit/index.js';
import type { UsedValue } from '../agent-document/index.js';
import { Clock } from '../common/clock/index.js';
import { AppConfig } from '../common/config/index.js';
import { ApiError, conflict, validationFailed } from '../common/errors/index.js';
import { PrismaService } from '../common/prisma/index.js';
import type { ConversationFailure } from '../conversations/index.js';
import {
  AgentFault,
  FAULTS,
  type RetrievedTopic,
  type TextConversation,
  type TextReply,
} from '../voice/index.js';
import {
  type ChatAgent,
  ChatAgents,
  type ChatGiven,
  type ChatTarget,
  type ChatWarning,
} from './chat-agents.js';
import { ANSWER_TIMEOUT_MS, ChatStore, type HeldChat } from './chat-store.js';
import { type FunctionEvent, ReplyLog } from './reply-log.js';
import { refuseUnknownTools, type ToolAnswers } from './tool-answers.js';

export interface TextChatRequest {
  readonly target: ChatTarget;
  readonly variantId: string | undefined;
  readonly given: ChatGiven;
  readonly message: string | undefined;
  readonly toolAnswers: ToolAnswers;
}

/** The result of a message. */
export interface ChatAnswer {
  readonly conversationId: string;
  readonly userInput: string;
  readonly response: string;
  /** The agent's greeting, for the first message. */
  readonly greeting: string;
  readonly functionEvents: readonly FunctionEvent[];
  readonly retrievedTopics: readonly RetrievedTopic[];
  readonly variables: readonly UsedValue[];
  readonly warnings: readonly ChatWarning[];
  readonly durationMs: number;
  readonly ended: boolean;
}

/** Receives an answer while it is generated. */
export interface ChatListener {
  began(conversationId: string): void;
  sentence(text: string): void;
}

/** Configuration errors: the client can fix them, and a retry does not help. */
/** Each message is sent to the language model again with every later one. */
const MAX_MESSAGE_CHARACTERS = 4_000;
const NOT_READY: ReadonlySet<string> = new Set(['MODEL_NOT_CONFIGURED', 'PROVIDER_NOT_CONFIGURED']);

/** Runs text conversations, message by message. */
@Injectable()
export class TextChats {
  private readonly logger = new Logger(TextChats.name);

  constructor(
    private readonly prisma: PrismaService,
    private readonly agents: ChatAgents,
    private readonly store: ChatStore,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /**
   * Begins a conversation: the agent greets, and answers the first message if there is one.
   * @throws ApiError 400, 403 for an environment beyond the key's, 404, 409, 502 `AGENT_FAILURE`.
   */
  async begin(
    actor: Actor,
    agentId: string,
    { target, variantId, given, message, toolAnswers: answers }: TextChatRequest,
    listener: ChatListener,
  ): Promise<ChatAnswer> {
    if (target !== 'draft') refuseForeignEnvironment(actor, target, `talk to what is active in ${target}`);
    this.refuseTooLong(message);
    const { accountId } = actor;
    const { version, deploymentId, artifactVersion } = await this.agents.build(accountId, agentId, target);
    const address = { accountId, agentId, target, variantId, version, given };
    const agent = await this.agents.find(address);
    const log = new ReplyLog(this.clock);
    const signal = this.deadline();
    const conversation = await this.open(agent, { log, answers, signal });
    try {
      const { adapterName: adapter } = agent;
      const storeText = this.storesText(agent);
      const chat = await this.prisma.$transaction(async (transaction) => {
        const made = await this.store.create(transaction, {
          ...{ address, deploymentId, artifactVersion, adapter, storeText },
        });
        await recordChange(transaction, actor, {
          action: 'text-chat.begin',
          resourceId: made.id,
          agentId,
          details: { target },
        });
        return made;
      });
      listener.began(chat.id);
      return await this.answer(chat, { agent, conversation, log, message, listener, signal, isNew: true });
    } finally {
      await conversation.close();
    }
  }

  /**
   * Continues a conversation.
   * @throws ApiError 400, 403, 404 `CONVERSATIONS_NOT_FOUND`, 409, 502 `AGENT_FAILURE`.
   */
  async goOn(
    actor: Actor,
    agentId: string,
    id: string,
    { message, toolAnswers: answers }: Pick<TextChatRequest, 'toolAnswers'> & { readonly message: string },
    listener: ChatListener,
  ): Promise<ChatAnswer> {
    this.refuseTooLong(message);
    const target = await this.store.targetOf(actor.accountId, agentId, id);
    if (target !== undefined && target !== 'draft')
      refuseForeignEnvironment(actor, target, `talk to what is active in ${target}`);
    const chat = await this.store.take(actor.accountId, agentId, id);
    const log = new ReplyLog(this.clock);
    let conversation: TextConversation | undefined;
    let taken = false;
    try {
      this.refuseTooMany(chat);
      const agent = await this.agents.find(chat.address);
      const signal = this.deadline();
      conversation = await this.open(agent, {
        ...{ log, answers, history: chat.history, signal },
        conversationId: chat.id,
      });
      listener.began(chat.id);
      taken = true;
      return await this.answer(chat, { agent, conversation, log, message, listener, signal, isNew: false });
    } finally {
      if (!taken) await this.store.failed(chat, { part: log, storeText: false, isOver: false });
      await conversation?.close();
    }
  }

  private async answer(chat: HeldChat, work: Work): Promise<ChatAnswer> {
    const { agent, conversation, log, message, listener, signal, isNew } = work;
    const beganAtMs = this.clock.monotonicMs();
    const { opening } = conversation;
    const greeting = isNew ? opening.replies.join(' ') : '';
    if (greeting !== '') listener.sentence(greeting);
    try {
      const reply = message === undefined ? opening : await this.say(conversation, message, work);
      signal.throwIfAborted();
      const ended = reply.ended;
      const turns = [
        ...(isNew ? log.turns(undefined, opening) : []),
        ...(message === undefined ? [] : log.turns(message, reply)),
      ];
      const part = { turns, events: log.events, usage: log.usage };
      const storeText = this.storesText(agent);
      await this.store.answered(chat, { part, history: conversation.history(), ended, storeText });
      return {
        conversationId: chat.id,
        userInput: message ?? '',
        response: reply.replies.join(' '),
        greeting,
        functionEvents: message === undefined ? [] : log.functionEvents(reply),
        retrievedTopics: log.retrievedTopics(),
        variables: agent.values,
        warnings: agent.warnings,
        durationMs: Math.round(this.clock.monotonicMs() - beganAtMs),
        ended,
      };
    } catch (error) {
      const failure = failureOf(error, signal);
      const storeText = this.storesText(agent);
      await this.store.failed(chat, { part: log, failure, storeText, isOver: isNew });
      throw this.failure(error, signal);
    }
  }

  private say(conversation: TextConversation, message: string, { log, listener }: Work): Promise<TextReply> {
    return conversation.say(message, (sentence) => {
      log.sentence();
      listener.sentence(sentence);
    });
  }

  private async open(agent: ChatAgent, { log, answers, history, signal, conversationId }: Opening) {
    refuseUnknownTools(agent.agent, answers);
    try {
      const record = conversationId !== undefined && { conversationId };
      return await agent.open({ emit: log.take, answers, ...record }, history, signal);
    } catch (error) {
      throw this.failure(error, signal);
    }
  }

  private failure(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return new ApiError(502, 'AGENT_FAILURE', 'The agent did not answer in time.');
    if (!(error instanceof AgentFault)) return error;
    const { code, message, detail } = error;
    if (NOT_READY.has(code)) return conflict(code, `${FAULTS[code]} ${message}`);
    this.logger.warn({ code, err: error }, 'agent could not answer a text message');
    const what = [FAULTS[code], detail].filter(Boolean).join(' ');
    return new ApiError(502, 'AGENT_FAILURE', `The agent could not answer (${code}): ${what}`);
  }

  private deadline(): AbortSignal {
    return AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  }

  private storesText({ agent }: ChatAgent): boolean {
    return this.config.conversations.storeText && agent.privacy?.storeText !== false;
  }

  private refuseTooLong(message = ''): void {
    if (message.length > MAX_MESSAGE_CHARACTERS)
      throw validationFailed(`message must not be longer than ${MAX_MESSAGE_CHARACTERS} characters`);
  }

  private refuseTooMany({ turns, characters }: HeldChat): void {
    const { maxTurns, maxCharacters } = this.config.textChats;
    if (turns < maxTurns && characters < maxCharacters) return;
    const used =
      turns < maxTurns
        ? `${characters} characters, and ${maxCharacters} is the most`
        : `${maxTurns} turns, which is the most`;
    throw conflict('TEXT_CHAT_TOO_LONG', `The conversation has ${used}. Begin another one.`);
  }
}

function failureOf(error: unknown, signal: AbortSignal): ConversationFailure {
  if (signal.aborted) return { code: 'PROVIDER_TIMEOUT', message: FAULTS.PROVIDER_TIMEOUT };
  if (!(error instanceof AgentFault)) return { code: 'UNEXPECTED', message: FAULTS.UNEXPECTED };
  return { code: error.code, message: FAULTS[error.code], detail: error.detail };
}

interface Work {
  readonly agent: ChatAgent;
  readonly conversation: TextConversation;
  readonly log: ReplyLog;
  readonly message: string | undefined;
  readonly listener: ChatListener;
  readonly signal: AbortSignal;
  readonly isNew: boolean;
}

interface Opening {
  readonly log: ReplyLog;
  readonly answers: ToolAnswers;
  readonly history?: HeldChat['history'];
  readonly conversationId?: string;
  readonly signal: AbortSignal;
}
