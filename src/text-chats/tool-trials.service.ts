import { Injectable } from '@nestjs/common';
import { unknownCall, refersToConfig, type VariableValues } from '../agent-document/index.js';
import { DraftsService, parseAgentDocument, RealTimeConfigs } from '../agents/index.js';
import { ToolTrials } from '../answering/index.js';
import { type Actor, type EnvironmentName, refuseForeignEnvironment } from '../common/access/index.js';
import { Clock } from '../common/clock/index.js';
import { AccountRates } from '../cluster/index.js';
import type { ToolCallReport } from '../voice/index.js';

interface WantedTrial {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Values of `{{call.NAME}}`. */
  readonly call: VariableValues;
  readonly clientEnv: EnvironmentName;
}

@Injectable()
export class ToolTrialsService {
  constructor(
    private readonly drafts: DraftsService,
    private readonly configs: RealTimeConfigs,
    private readonly trials: ToolTrials,
    private readonly clock: Clock,
    private readonly rates: AccountRates,
  ) {}

  /** @throws ApiError 403 for an environment beyond the key's, 404 `PROJECT_NOT_FOUND`, 429. */
  async run(actor: Actor, agentId: string, wanted: WantedTrial): Promise<ToolCallReport> {
    const { accountId } = actor;
    const { tool: name, clientEnv, call } = wanted;
    refuseForeignEnvironment(actor, clientEnv, `use values of ${clientEnv}`);
    const draft = await this.drafts.get(accountId, agentId);
    this.rates.count(accountId, 'toolTrialsPerMinute');
    const agent = parseAgentDocument(draft.document);
    const config = refersToConfig(agent) ? await this.configs.values(agentId, clientEnv) : {};
    const variables = { ...unknownCall(() => this.clock.now().getTime()), config, call };
    const trial = { accountId, agent, variables, name, arguments: wanted.arguments };
    return this.trials.run(trial);
  }
}
