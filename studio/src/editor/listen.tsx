import { useEffect, useRef, useState } from 'react';
import { useAction } from '../api/action.js';
import { api, take } from '../api/client.js';
import { Button } from '../ui/button.js';
import { useDraftAtHand } from './draft-context.js';
import { type JsonObject, objectOf, stringOf } from './json.js';

/** Used if the agent has no greeting without variables. */
const SAMPLE = 'Good day, how can I help you?';
const MAX_SAMPLE = 300;

interface Sampled {
  /** Empty: the default. */
  readonly provider: string;
  readonly voiceId: string;
  readonly title: string;
}

/** Plays the greeting. @param voice Default: the document's. */
export function Listen({ voice }: { readonly voice?: Sampled }) {
  const { document } = useDraftAtHand();
  const playing = useRef<HTMLAudioElement>(undefined);
  const [isPlaying, setPlaying] = useState(false);
  const stop = () => {
    playing.current?.pause();
    setPlaying(false);
  };
  useEffect(() => stop, []);
  const hear = useAction(async () => {
    const wav = await speak(document, greetingOf(document), voice);
    const url = URL.createObjectURL(new Blob([wav], { type: 'audio/wav' }));
    const audio = new Audio(url);
    playing.current = audio;
    audio.onended = stop;
    setPlaying(true);
    await audio.play().finally(() => URL.revokeObjectURL(url));
  });
  return (
    <Button
      small
      icon={isPlaying ? 'stop' : 'play'}
      busy={hear.isPending && !isPlaying}
      aria-label={voice && `${isPlaying ? 'Stop' : 'Hear'} ${voice.title}`}
      onClick={() => (isPlaying ? stop() : hear.mutate(undefined))}
    >
      {isPlaying ? 'Stop' : voice ? 'Hear' : 'Listen'}
    </Button>
  );
}

function greetingOf(document: JsonObject): string {
  const greeting = stringOf(document.greeting).slice(0, MAX_SAMPLE);
  return greeting === '' || greeting.includes('{{') ? SAMPLE : greeting;
}

/** A text in a voice, as WAV. @param chosen Default: the document's voice. */
export function speak(document: JsonObject, text: string, chosen: Sampled | undefined) {
  const voice = objectOf(document.voice);
  const tts = objectOf(objectOf(objectOf(document.models).traditional).tts);
  const languageCode = stringOf(document.languageCode);
  const modelId = stringOf(tts.modelId);
  const provider = chosen?.provider || stringOf(tts.provider);
  const voiceId = chosen?.voiceId ?? stringOf(voice.voiceId);
  const body = {
    text,
    ...(provider && { provider }),
    ...(modelId && { modelId }),
    ...(voiceId && { voiceId }),
    ...(languageCode && { languageCode }),
    ...(typeof voice.speed === 'number' && { speed: voice.speed }),
  };
  return take(api.POST('/v1/voice-samples', { body, parseAs: 'blob' }));
}
