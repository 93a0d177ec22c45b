import { useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type WaveSurfer from 'wavesurfer.js';
import { drawWaves } from '../conversations/player.js';
import { audioQuery } from '../conversations/queries.js';
import { Button } from '../ui/button.js';
import { Segments } from '../ui/inputs.js';
import { Loaded } from '../ui/loaded.js';
import { formatDuration } from '../ui/words.js';
import { type Beginnings, whoWaits } from './in-step.js';

export interface PlayersHandle {
  /** Plays both calls from this exchange on. */
  play(exchange: number): void;
}

interface Props {
  readonly ref: Ref<PlayersHandle>;
  readonly conversationId: string;
  /** Audio ids of both versions. */
  readonly sounds: readonly [string, string];
  readonly beginnings: Beginnings;
}

/** Both versions of a call in synchronized playback: the faster one waits at each exchange. */
export function ReplayPlayers({ conversationId, sounds, ...rest }: Props) {
  const first = useQuery(audioQuery(conversationId, sounds[0]));
  const second = useQuery(audioQuery(conversationId, sounds[1]));
  return (
    <Loaded query={first} lines={2}>
      {(one) => (
        <Loaded query={second} lines={2}>
          {(other) => <Both first={one} second={other} {...rest} />}
        </Loaded>
      )}
    </Loaded>
  );
}

type Pair = readonly [WaveSurfer, WaveSurfer];

const HEARD = [
  { value: 'both', label: 'Both' },
  { value: '0', label: 'The version of the call' },
  { value: '1', label: 'This version' },
];

interface BothProps extends Omit<Props, 'conversationId' | 'sounds'> {
  readonly first: Blob;
  readonly second: Blob;
}

function Both({ first, second, beginnings, ref }: BothProps) {
  const { above, below, pair } = usePair(first, second);
  const [isPlaying, setPlaying] = useState(false);
  const [heard, setHeard] = useState('both');
  const [nowMs, setNowMs] = useState<readonly [number, number]>([0, 0]);
  useEffect(() => {
    if (!isPlaying || !pair.current) return;
    return playInStep(pair.current, beginnings, setNowMs, () => setPlaying(false));
  }, [isPlaying, beginnings, pair]);
  useImperativeHandle(ref, () => ({
    play: (exchange) => {
      pair.current?.forEach((surfer, at) => surfer.setTime((beginnings[at]?.[exchange] ?? 0) / 1_000));
      setPlaying(true);
    },
  }));
  const choose = (value: string) => {
    setHeard(value);
    pair.current?.forEach((surfer, at) => surfer.setMuted(value !== 'both' && value !== String(at)));
  };
  return (
    <div className="stack-tight">
      <Place title="The version of the call" ms={nowMs[0]} />
      <div ref={above} role="img" aria-label="Sound of the version of the call" />
      <Place title="This version" ms={nowMs[1]} />
      <div ref={below} role="img" aria-label="Sound of this version" />
      <div className="row row-wrap">
        <Button small icon={isPlaying ? 'stop' : 'play'} onClick={() => setPlaying(!isPlaying)}>
          {isPlaying ? 'Pause both' : 'Play both'}
        </Button>
        <Segments label="Heard" value={heard} options={HEARD} onValue={choose} />
        <span className="small soft">Whichever is ahead waits at each exchange.</span>
      </div>
    </div>
  );
}

/** Both waveforms, drawn at `above` and `below`. */
function usePair(first: Blob, second: Blob) {
  const above = useRef<HTMLDivElement>(null);
  const below = useRef<HTMLDivElement>(null);
  const pair = useRef<Pair>(undefined);
  useEffect(() => {
    if (!above.current || !below.current) return;
    const surfers: Pair = [drawWaves(above.current), drawWaves(below.current)];
    pair.current = surfers;
    void surfers[0].loadBlob(first);
    void surfers[1].loadBlob(second);
    return () => {
      for (const surfer of surfers) surfer.destroy();
    };
  }, [first, second]);
  return { above, below, pair };
}

const LOOK_MS = 50;

/** Playback position of a call. */
function Place({ title, ms }: { readonly title: string; readonly ms: number }) {
  return (
    <p className="small soft">
      {title}{' '}
      <span className="numeric" data-seconds={ms / 1_000}>
        {formatDuration(ms)}
      </span>
    </p>
  );
}

/** @returns stops both. */
function playInStep(
  surfers: Pair,
  beginnings: Beginnings,
  onTime: (nowMs: readonly [number, number]) => void,
  onEnd: () => void,
) {
  const isOver = (surfer: WaveSurfer) => surfer.getCurrentTime() >= surfer.getDuration() - LOOK_MS / 1_000;
  const look = () => {
    const nowMs = [surfers[0].getCurrentTime() * 1_000, surfers[1].getCurrentTime() * 1_000] as const;
    onTime(nowMs);
    if (surfers.every(isOver)) return onEnd();
    const waiting = surfers.some(isOver) ? undefined : whoWaits(beginnings, nowMs);
    surfers.forEach((surfer, at) => {
      if (at === waiting) surfer.pause();
      else if (!surfer.isPlaying() && !isOver(surfer)) void surfer.play();
    });
  };
  if (surfers.every(isOver)) for (const surfer of surfers) surfer.setTime(0);
  const timer = setInterval(look, LOOK_MS);
  look();
  return () => {
    clearInterval(timer);
    for (const surfer of surfers) surfer.pause();
  };
}
