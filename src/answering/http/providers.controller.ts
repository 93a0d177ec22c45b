import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { type Actor, CurrentActor, CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { forbidden } from '../../common/errors/index.js';
import { AccountRates } from '../../cluster/index.js';
import { quotaExample } from '../../quotas/index.js';
import { Operation, responseShape } from '../../http/openapi/index.js';
import { AccountProviders, LocalServers, providerNotFound, ProviderTest } from '../../providers/index.js';
import { ProviderTester } from '../provider-tests/provider-tester.js';
import { LocalModels } from '../provider-tests/local-models.js';
import { ModelLists } from '../provider-tests/listed-models.js';
import { checkProviderName, newProvider, PROVIDER_NAME } from './new-provider.js';
import { presetViews, ProviderListing } from './provider-listing.js';
import { PutProviderDto } from './provider.dto.js';
import {
  LocalServerSchema,
  ModelListSchema,
  ModelSchema,
  PresetSchema,
  PROVIDER_EXAMPLE,
  ProviderSchema,
  VoiceSchema,
} from './provider.schema.js';

const path = { providerName: PROVIDER_NAME };
const unknown = { 404: { PROVIDER_NOT_FOUND: 'No such provider.' } };
const forAgents = { agents: 'any', environments: 'any' } as const;

/** An account's providers for recognition, models and speech. Keys are write-only. */
@ApiTags('Providers')
@Controller('v1')
export class ProvidersController {
  constructor(
    private readonly providers: AccountProviders,
    private readonly listing: ProviderListing,
    private readonly tester: ProviderTester,
    private readonly lists: ModelLists,
    private readonly local: LocalServers,
    private readonly localModels: LocalModels,
    private readonly rates: AccountRates,
  ) {}

  @Get('providers')
  @Operation({
    summary: 'List the providers that agents may use, and the presets that can be set up',
    description:
      'Those of the account, of the operator, and what is built in; keys and the operator’s addresses are not told.',
    scope: 'secrets:read',
    response: {
      schema: responseShape({ providers: Type.Array(ProviderSchema), presets: Type.Array(PresetSchema) }),
      example: { providers: [PROVIDER_EXAMPLE], presets: presetViews().slice(2, 3) },
    },
  })
  async list(@CurrentPrincipal() { accountId }: Principal) {
    return { providers: await this.listing.providers(accountId), presets: presetViews() };
  }

  @Put('providers/:providerName')
  @Operation({
    path,
    summary: 'Set a provider up, or change it',
    description:
      'Documents choose it by its name, which goes before the same name of the operator’s. It takes effect with the next call, on every ' +
      'instance. In each service the account’s first provider, then the operator’s, answers for documents that name none.',
    scope: 'secrets:write',
    body: {
      dto: PutProviderDto,
      example: {
        preset: 'openai',
        url: 'https://api.openai.com/v1',
        apiKey: 'sk-3f9a',
        services: { llm: { model: 'gpt-4.1-mini' }, tts: {} },
      },
    },
    response: {
      schema: responseShape({ provider: ProviderSchema }),
      example: { provider: PROVIDER_EXAMPLE },
    },
    errors: {
      400: {
        SCHEMA_VALIDATION_FAILED: 'services.llm.model must be given, because the preset ollama has none',
      },
      409: { PROVIDER_LIMIT_REACHED: quotaExample('providers') },
    },
  })
  async put(@CurrentActor() actor: Actor, @Param('providerName') name: string, @Body() body: PutProviderDto) {
    const before = await this.providers.find(actor.accountId, name);
    const wanted = newProvider(name, body, before, await this.local.policies());
    const provider = await this.providers.put(actor, name, wanted);
    return { provider: await this.listing.view(actor.accountId, provider) };
  }

  @Delete('providers/:providerName')
  @Operation({
    path,
    summary: 'Delete a provider of the account',
    description:
      'Calls that go on keep it until they end. The operator’s of the same name, if there is one, takes its place.',
    scope: 'secrets:write',
    errors: unknown,
  })
  async delete(@CurrentActor() actor: Actor, @Param('providerName') name: string): Promise<void> {
    await this.providers.delete(actor, name);
  }

  @Post('providers/:providerName/test')
  @Operation({
    path,
    summary: 'Ask a provider for something small in each of its services',
    description:
      'A model says a word and lists its models, a recognizer writes down a recorded word, a voice speaks a sentence, an end-to-end server ' +
      'speaks a greeting: all real requests, which the provider may charge for. What it answered is not repeated where it failed.',
    scope: 'secrets:write',
    response: { schema: ProviderTest, example: PROVIDER_EXAMPLE.lastTest },
    errors: unknown,
  })
  async test(@CurrentActor() { accountId }: Actor, @Param('providerName') name: string) {
    this.rates.count(accountId, 'providerTestsPerMinute');
    const own = await this.providers.find(accountId, name);
    const result = await this.tester.test(accountId, name);
    if (!result) throw providerNotFound();
    if (own) await this.providers.noteTest(accountId, own, result);
    else this.listing.noteOperatorTest(name, result);
    return result;
  }

  @Post('providers/:providerName/models')
  @Operation({
    path,
    summary: 'Ask the servers of a provider for their models',
    description:
      'The body is that of `PUT`, and nothing is saved: the provider need not be there yet, and models need not be chosen. Without `apiKey` that of the ' +
      'provider of this name is used, for addresses that it was given for. A service whose protocol has no list is left out.',
    scope: 'secrets:write',
    body: { dto: PutProviderDto, example: { preset: 'ollama', url: 'https://models.example.com/v1' } },
    response: {
      schema: responseShape({ lists: Type.Array(ModelListSchema) }),
      example: {
        lists: [
          { service: 'llm', models: ['qwen2.5:3b', 'all-minilm'] },
          { service: 'embeddings', models: ['all-minilm', 'qwen2.5:3b'] },
        ],
      },
    },
    errors: {
      400: { SCHEMA_VALIDATION_FAILED: 'apiKey must be sent again, because an address has changed' },
    },
  })
  async modelLists(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('providerName') name: string,
    @Body() { apiKey, preset, url, services }: PutProviderDto,
  ) {
    checkProviderName(name);
    this.rates.count(accountId, 'providerTestsPerMinute');
    return { lists: await this.lists.list(accountId, name, { preset, url, services }, apiKey) };
  }

  @Get('local-models')
  @Operation({
    summary: 'Look for model servers on the machine of this instance',
    description:
      'Asks Ollama, LM Studio, vLLM and llama.cpp for their models at the ports of loopback where they listen by default. For owners who ' +
      'have signed in, on instances with one account or with `ALLOW_PRIVATE_NETWORKS=providers`; elsewhere nothing is asked.',
    scope: 'person',
    response: {
      schema: responseShape({ isAllowed: Type.Boolean(), servers: Type.Array(LocalServerSchema) }),
      example: {
        isAllowed: true,
        servers: [
          { preset: 'ollama', title: 'Ollama', url: 'http://127.0.0.1:11434/v1', models: ['qwen2.5:3b'] },
        ],
      },
    },
    errors: { 403: { FORBIDDEN: 'Only for people who may set up providers.' } },
  })
  async localServers(@CurrentPrincipal() { accountId, scopes }: Principal) {
    if (!scopes.has('secrets:write')) throw forbidden('Only people who may set up providers can do this.');
    this.rates.count(accountId, 'providerTestsPerMinute');
    const servers = await this.localModels.find();
    return { isAllowed: servers !== undefined, servers: servers ?? [] };
  }

  @Get('models')
  @Operation({
    summary: 'List the models that a document may name',
    description:
      'Those known beforehand, those set up, and those that a chat server listed in its last test. Others may be named, too.',
    scope: 'agents:read',
    limits: forAgents,
    response: {
      schema: responseShape({ models: Type.Array(ModelSchema) }),
      example: {
        models: [{ provider: 'my-openai', service: 'llm', modelId: 'gpt-4.1-mini', isDefault: true }],
      },
    },
  })
  async models(@CurrentPrincipal() { accountId }: Principal) {
    return { models: await this.listing.models(accountId) };
  }

  @Get('voices')
  @Operation({
    summary: 'List the voices that a document may name',
    description: 'Those known beforehand, those set up, and the built-in ones. Others may be named, too.',
    scope: 'agents:read',
    limits: forAgents,
    response: {
      schema: responseShape({ voices: Type.Array(VoiceSchema) }),
      example: { voices: [{ provider: 'my-openai', service: 'tts', voiceId: 'alloy', isDefault: true }] },
    },
  })
  async voices(@CurrentPrincipal() { accountId }: Principal) {
    return { voices: await this.listing.voices(accountId) };
  }
}
