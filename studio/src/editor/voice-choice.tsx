import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Schemas } from '../api/client.js';
import { providersQuery, voicesQuery } from '../providers/queries.js';
import { providerTitle } from '../providers/services.js';
import { Button } from '../ui/button.js';
import { TextInput } from '../ui/inputs.js';
import { capitalised, inWords } from '../ui/words.js';
import { useDraftAtHand, useSetField } from './draft-context.js';
import { DraftField } from './draft-field.js';
import { type JsonObject, objectOf, stringOf } from './json.js';
import { Listen } from './listen.js';

type Voice = Pick<Schemas['ProviderVoice'], 'provider' | 'voiceId'>;

const PATH = ['voice', 'voiceId'];
/** Voices in sight; the others are one press away. */
const IN_SIGHT = 5;

/** The agent's voice, each to be heard. */
export function VoiceChoice() {
  const { document } = useDraftAtHand();
  const { data = [] } = useQuery(voicesQuery);
  const [showsAll, setShowsAll] = useState(false);
  const chosen = stringOf(objectOf(document.voice).voiceId);
  const voices = voicesFor(document, data, chosen);
  const shown = showsAll ? voices : voices.filter((one, at) => at < IN_SIGHT || one.voiceId === chosen);
  return (
    <>
      <Voices voices={shown} chosen={chosen} />
      {showsAll ? (
        <OtherVoice chosen={chosen} />
      ) : (
        <div className="row">
          <Button small look="quiet" onClick={() => setShowsAll(true)}>
            {voices.length > shown.length ? `All ${voices.length} voices` : 'Another voice'}
          </Button>
        </div>
      )}
    </>
  );
}

/** Voices of the provider that speaks, or of all if the server decides; the chosen one is always among them. */
function voicesFor(
  document: JsonObject,
  all: readonly Schemas['ProviderVoice'][],
  chosen: string,
): readonly Voice[] {
  const speaks = stringOf(objectOf(objectOf(objectOf(document.models).traditional).tts).provider);
  const fitting = all.filter(({ provider }) => speaks === '' || provider === speaks);
  const known = fitting.filter(
    (voice, at) => fitting.findIndex(({ voiceId }) => voiceId === voice.voiceId) === at,
  );
  const isKnown = chosen === '' || known.some(({ voiceId }) => voiceId === chosen);
  return isKnown ? known : [...known, { provider: '', voiceId: chosen }];
}

function Voices({ voices, chosen }: { readonly voices: readonly Voice[]; readonly chosen: string }) {
  const set = useSetField();
  const name = useId();
  const nameOf = useProviderNames();
  const row = ({ provider, voiceId }: Voice) => {
    const title = voiceId === '' ? 'Default voice' : capitalised(inWords(voiceId));
    return (
      <div key={`${provider} ${voiceId}`} className="voice">
        <label>
          <input
            type="radio"
            name={name}
            checked={voiceId === chosen}
            onChange={() => set(PATH, voiceId || undefined)}
          />
          <strong>{title}</strong>
          <span className="small soft">{wordsOf(provider, voiceId, nameOf)}</span>
        </label>
        <Listen voice={{ provider, voiceId, title }} />
      </div>
    );
  };
  return (
    <div className="voices" role="radiogroup" aria-label="Voice" data-pointer="/voice/voiceId">
      {[{ provider: '', voiceId: '' }, ...voices].map(row)}
    </div>
  );
}

function useProviderNames(): (name: string) => string {
  const { data } = useQuery(providersQuery);
  return (name) => {
    const provider = data?.providers.find((one) => one.name === name);
    const preset = data?.presets.find(({ id }) => id === provider?.preset);
    return provider ? providerTitle(provider, preset) : name;
  };
}

function wordsOf(provider: string, voiceId: string, nameOf: (name: string) => string): string {
  if (voiceId === '') return 'Chosen by the server';
  return provider === '' ? 'Not among the voices of this server' : nameOf(provider);
}

/** A voice that the provider has and does not list, such as a cloned one. */
function OtherVoice({ chosen }: { readonly chosen: string }) {
  const set = useSetField();
  return (
    <DraftField path={PATH} label="A voice that is not listed" hint="Its id at the provider that speaks.">
      {(ids) => <TextInput {...ids} value={chosen} onValue={(id) => set(PATH, id || undefined)} />}
    </DraftField>
  );
}
