import { Inject, Injectable } from '@nestjs/common';
import { AccountAnswerers } from '../answering/index.js';
import { excerpt, validationFailed } from '../common/errors/index.js';
import { RecordedCalls } from './recorded/recorded-calls.service.js';
import type { TestCaseBody } from './script/test-script.js';

interface Place {
  readonly accountId: string;
  readonly agentId: string;
}

/** What cases need of the account: refused on save, rather than skipped at each run. */
@Injectable()
export class CaseNeeds {
  constructor(
    private readonly recorded: RecordedCalls,
    @Inject(AccountAnswerers)
    private readonly models: Pick<AccountAnswerers, 'namedLanguageModel' | 'engaged'>,
  ) {}

  /**
   * @param whereOf Place of a case in the body, as a JSON Pointer.
   * @throws ApiError 400 if a call to replay has no recording, or a named model or voice is missing in the account. A
   * case that names none is skipped while there is none.
   */
  async refuseMissing(
    place: Place,
    cases: readonly TestCaseBody[],
    whereOf: (at: number) => string = () => '',
  ): Promise<void> {
    await this.refuseUnheard(place, cases, whereOf);
    await this.refuseUnknown(place.accountId, cases, whereOf);
    await this.refuseVoiceless(place.accountId, cases, whereOf);
  }

  private async refuseVoiceless(
    accountId: string,
    cases: readonly TestCaseBody[],
    whereOf: (at: number) => string,
  ): Promise<void> {
    if (cases.every(({ spoken }) => spoken?.provider === undefined)) return;
    const { tts } = (await this.models.engaged(accountId)).entries;
    const at = cases.findIndex(({ spoken }) => spoken?.provider !== undefined && !tts.has(spoken.provider));
    if (at < 0) return;
    const provider = excerpt(cases[at]?.spoken?.provider ?? '');
    throw validationFailed(
      `${whereOf(at)}/spoken/provider names ${provider}, and no voice of the account has that name: GET /v1/providers lists them.`,
    );
  }

  private async refuseUnheard(
    place: Place,
    cases: readonly TestCaseBody[],
    whereOf: (at: number) => string,
  ): Promise<void> {
    const wanted = cases.map(({ replay, spoken }) => (spoken && replay ? replay.conversationId : undefined));
    const recorded = await this.recorded.recorded(
      place,
      wanted.filter((id) => id !== undefined),
    );
    const missing = wanted.findIndex((id) => id !== undefined && !recorded.has(id));
    if (missing < 0) return;
    throw validationFailed(
      `${whereOf(missing)}/spoken needs a recording of the conversation, and there is none here: leave spoken out to replay it in text.`,
    );
  }

  private async refuseUnknown(
    accountId: string,
    cases: readonly TestCaseBody[],
    whereOf: (at: number) => string,
  ): Promise<void> {
    const named = cases.flatMap(({ simulated }, at) =>
      (['caller', 'judge'] as const).flatMap((role) => {
        const provider = simulated?.[role]?.provider;
        return provider === undefined ? [] : [{ provider, where: `${whereOf(at)}/simulated/${role}` }];
      }),
    );
    const seen = new Set<string>();
    for (const { provider, where } of named) {
      if (seen.has(provider)) continue;
      seen.add(provider);
      if (await this.models.namedLanguageModel(accountId, provider)) continue;
      throw validationFailed(
        `${where}/provider names ${excerpt(provider)}, and no language model of the account has that name: GET /v1/providers lists them.`,
      );
    }
  }
}
