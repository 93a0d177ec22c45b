import { useEffect, useRef } from 'react';
import type { Mood } from './mood.js';
import { OrbMotion } from './orb-motion.js';

interface Props {
  readonly mood: Mood;
  readonly context: AudioContext | undefined;
  readonly own: MediaStream | undefined;
  readonly agent: MediaStream | undefined;
}

const STILL = '(prefers-reduced-motion: reduce)';

/** The agent's orb: it moves with the audio of both sides, and its ring shows the side that has the turn. */
export function Orb({ mood, context, own, agent }: Props) {
  const orb = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const streams = [own, agent].filter((stream) => stream !== undefined);
    if (!orb.current || !context || streams.length === 0 || matchMedia(STILL).matches) return;
    const motion = new OrbMotion(orb.current, context, streams);
    return () => motion.close();
  }, [context, own, agent]);
  return (
    <span ref={orb} className="orb" data-mood={mood} aria-hidden="true">
      <span className="orb-body">
        <i />
        <i />
        <i />
      </span>
      <span className="orb-bars">
        <b />
        <b />
        <b />
        <b />
        <b />
      </span>
    </span>
  );
}
