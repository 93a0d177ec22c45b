import { useEffect, useRef, useState } from 'react';
import { useAction } from '../api/action.js';
import { api, take } from '../api/client.js';
import { Button } from '../ui/button.js';
import { useDraftAtHand } from './draft-context.js';
import { type JsonObject, objectOf, stringOf } from './json.js';

/** Used if the agent has no greeting without variables. */
const SAMPLE = 'Good day, how can I help you?';
const MAX_SAMPLE = 300;

/** Plays the greeting with the chosen voice. */
export function Listen() {
  const { document } = useDraftAtHand();
  const playing = useRef<HTMLAudioElement>(undefined);
  const [isPlaying, setPlaying] = useState(false);
  const stop = () => {
    playing.current?.pause();
    setPlaying(false);
  };
  useEffect(() => stop, []);
  const hear = useAction(async () => {
    const body = sampleOf(document);
    const wav = await take(api.POST('/v1/voice-samples', { body, parseAs: 'blob' }));
    const url = URL.createObjectURL(new Blob([wav], { type: 'audio/wav' }));
    const audio = new Audio(url);
    playing.current = audio;
    audio.onended = stop;
    setPlaying(true);
    await audio.play().finally(() => URL.revokeObjectURL(url));
  });
  return (
    <Button
      icon={isPlaying ? 'stop' : 'play'}
      busy={hear.isPending && !isPlaying}
      onClick={() => (isPlaying ? stop() : hear.mutate(undefined))}
    >
      {isPlaying ? 'Stop' : 'Listen'}
    </Button>
  );
}

/** The document's voice. */
function sampleOf(document: JsonObject) {
  const voice = objectOf(document.voice);
  const tts = objectOf(objectOf(objectOf(document.models).traditional).tts);
  const greeting = stringOf(document.greeting).slice(0, MAX_SAMPLE);
  const languageCode = stringOf(document.languageCode);
  const [provider, modelId, voiceId] = [tts.provider, tts.modelId, voice.voiceId].map(stringOf);
  return {
    text: greeting === '' || greeting.includes('{{') ? SAMPLE : greeting,
    ...(provider && { provider }),
    ...(modelId && { modelId }),
    ...(voiceId && { voiceId }),
    ...(languageCode && { languageCode }),
    ...(typeof voice.speed === 'number' && { speed: voice.speed }),
  };
}
