import { useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import WaveSurfer from 'wavesurfer.js';
import { saveAs } from '../api/save-as.js';
import { styleNonce } from '../app/nonce.js';
import { Button } from '../ui/button.js';
import { Segments } from '../ui/inputs.js';
import { Loaded } from '../ui/loaded.js';
import { audioQuery } from './queries.js';

export interface PlayerHandle {
  seek(ms: number): void;
  /** Plays or pauses. */
  toggle(): void;
}

interface Props {
  readonly ref: Ref<PlayerHandle>;
  readonly conversationId: string;
  readonly onTime: (ms: number) => void;
}

export function Player({ conversationId, ...rest }: Props) {
  const audio = useQuery(audioQuery(conversationId));
  return (
    <Loaded query={audio} lines={2}>
      {(blob) => <Waves blob={blob} {...rest} />}
    </Loaded>
  );
}

const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Draws both sides of a call: caller above, agent below. */
export const drawWaves = (container: HTMLElement) =>
  WaveSurfer.create({
    container,
    cspNonce: styleNonce,
    height: 44,
    barWidth: 2,
    barGap: 1,
    barRadius: 2,
    cursorColor: colour('--ink'),
    splitChannels: [
      { waveColor: colour('--own'), progressColor: colour('--own') },
      { waveColor: colour('--accent'), progressColor: colour('--accent') },
    ],
  });

/** The waveforms of a recording, drawn in `place`. */
function useWaves(blob: Blob, onTime: (ms: number) => void) {
  const place = useRef<HTMLDivElement>(null);
  const waves = useRef<WaveSurfer>(undefined);
  const [isReady, setReady] = useState(false);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const surfer = drawWaves(place.current);
    waves.current = surfer;
    surfer.on('timeupdate', (seconds) => onTime(seconds * 1_000));
    surfer.on('ready', () => setReady(true));
    surfer.on('play', () => setPlaying(true));
    surfer.on('pause', () => setPlaying(false));
    void surfer.loadBlob(blob);
    return () => surfer.destroy();
  }, [blob, onTime]);
  return { place, waves, isReady, isPlaying };
}

/** Waveforms of both sides, caller above agent, with playback. */
function Waves({ blob, onTime, ref }: Omit<Props, 'conversationId'> & { readonly blob: Blob }) {
  const { place, waves, isReady, isPlaying } = useWaves(blob, onTime);
  useImperativeHandle(ref, () => ({
    seek: (ms) => {
      waves.current?.setTime(ms / 1_000);
      void waves.current?.play();
    },
    toggle: () => void waves.current?.playPause(),
  }));
  return (
    <div className="stack-tight">
      <div ref={place} />
      <div className="row row-wrap">
        <Button
          small
          icon={isPlaying ? 'stop' : 'play'}
          disabled={!isReady}
          onClick={() => void waves.current?.playPause()}
        >
          {isPlaying ? 'Pause' : 'Play'}
        </Button>
        <Speed onSpeed={(times) => waves.current?.setPlaybackRate(times)} />
        <Button small icon="down" onClick={() => saveAs('conversation.ogg', blob)}>
          Download
        </Button>
        <span className="small soft">
          Above the caller, below the agent. A word of the transcript plays from there.
        </span>
      </div>
    </div>
  );
}

const SPEEDS = ['1', '1.5', '2'].map((value) => ({ value, label: `${value}×` }));

function Speed({ onSpeed }: { readonly onSpeed: (times: number) => void }) {
  const [speed, setSpeed] = useState('1');
  const choose = (chosen: string) => {
    setSpeed(chosen);
    onSpeed(Number(chosen));
  };
  return <Segments label="Speed" value={speed} options={SPEEDS} onValue={choose} />;
}
