import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAction } from '../api/action.js';
import { voicesQuery } from '../providers/queries.js';
import { Button } from '../ui/button.js';
import { useDraftAtHand } from './draft-context.js';
import { objectOf, stringOf } from './json.js';
import { speak } from './listen.js';

const QUESTION = 'Hello, are you open on Saturday?';
const ANSWER = 'Yes, from nine until noon.';
/** What an answer takes besides the wait, in seconds. */
const THINKING_S = 0.4;

/** Plays a question and its answer with the pause between them. */
export function HearPace({ waitMs }: { readonly waitMs: number }) {
  const { document } = useDraftAtHand();
  const { data: voices = [] } = useQuery(voicesQuery);
  const playing = useRef<AudioContext>(undefined);
  const [isPlaying, setPlaying] = useState(false);
  const stop = () => {
    void playing.current?.close();
    playing.current = undefined;
    setPlaying(false);
  };
  useEffect(() => stop, []);
  const hear = useAction(async (context: AudioContext) => {
    playing.current = context;
    const own = stringOf(objectOf(document.voice).voiceId);
    const caller = voices.find(({ voiceId, isDefault }) => voiceId !== own && !isDefault);
    const sounds = [
      speak(document, QUESTION, caller && { ...caller, title: '' }),
      speak(document, ANSWER, undefined),
    ].map(async (wav) => context.decodeAudioData(await (await wav).arrayBuffer()));
    const [question, answer] = await Promise.all(sounds);
    if (!question || !answer || playing.current !== context) return;
    setPlaying(true);
    const begin = context.currentTime;
    play(context, question, begin);
    const last = play(context, answer, begin + question.duration + THINKING_S + waitMs / 1_000);
    last.onended = stop;
  });
  return (
    <Button
      small
      icon={isPlaying ? 'stop' : 'play'}
      busy={hear.isPending && !isPlaying}
      // Created within the click: browsers block audio without a user gesture.
      onClick={() => (isPlaying ? stop() : hear.mutate(new AudioContext()))}
    >
      {isPlaying ? 'Stop' : 'Hear the pause'}
    </Button>
  );
}

/** Schedules a sound at a time of the context, in seconds. */
function play(context: AudioContext, buffer: AudioBuffer, at: number): AudioBufferSourceNode {
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  source.start(at);
  return source;
}
