import { useEffect, useEffectEvent } from 'react';
import { useAction } from '../api/action.js';
import { api, type Schemas, take } from '../api/client.js';
import { faultsIn } from '../api/field-faults.js';
import { toProblem } from '../api/problem.js';
import type { Preset, ServiceName } from './services.js';

/** Addresses of a provider's servers, and the key; empty: the stored key. */
export interface Reached {
  readonly name: string;
  readonly url: string;
  readonly apiKey: string;
}

/** Model suggestions for one service. */
export interface ModelsAtHand {
  readonly models: readonly string[];
  readonly words: string;
}

export const urlAndKey = (preset: Preset, { url, apiKey }: Pick<Reached, 'url' | 'apiKey'>) => ({
  preset: preset.id as Schemas['PutProvider']['preset'],
  ...(url.trim() !== '' && url.trim() !== preset.url && { url: url.trim() }),
  ...(apiKey !== '' && { apiKey }),
});

const ADDRESS_LABELS = { url: 'Address', apiKey: 'API key' } as const;

/** The models on a provider's servers, fetched as soon as possible, and again after changes. */
export function useModelLists(preset: Preset, reached: Reached, hasKey: boolean) {
  const ask = useAction(
    ({ name, ...rest }: Reached) =>
      take(
        api.POST('/v1/providers/{providerName}/models', {
          params: { path: { providerName: name } },
          body: urlAndKey(preset, rest),
        }),
      ),
    { quiet: true },
  );
  const url = reached.url.trim();
  const canAsk =
    (url === '' ? preset.url !== undefined : URL.canParse(url)) &&
    (preset.apiKey === 'optional' || hasKey || reached.apiKey !== '');
  const refresh = () => {
    if (canAsk) ask.mutate(reached);
  };
  const first = useEffectEvent(refresh);
  useEffect(() => first(), []);
  const faults = ask.error ? faultsIn(toProblem(ask.error).message, ADDRESS_LABELS) : undefined;
  const faultOf = (path: string) => faults?.fields.find((fault) => fault.path === path)?.text;
  const ofService = (service: ServiceName): ModelsAtHand => {
    const list = ask.data?.lists.find((one) => one.service === service);
    if (ask.isPending) return { models: list?.models ?? [], words: 'Asking the server for its models…' };
    if (list?.message !== undefined)
      return { models: [], words: `The server gave no list. ${list.message} Type the name.` };
    if (list) return { models: list.models, words: `The server has ${list.models.length}; or type a name.` };
    return { models: [], words: faults?.rest.join(' ') ?? '' };
  };
  return { refresh, canAsk, isAsking: ask.isPending, faultOf, ofService };
}
