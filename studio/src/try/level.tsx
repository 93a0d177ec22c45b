import { useEffect, useId, useRef } from 'react';
import { LevelMeter } from './level-meter.js';

interface Props {
  readonly name: 'You' | 'Agent' | 'Call';
  readonly context: AudioContext | undefined;
  readonly stream: MediaStream | undefined;
}

/** The level of one side. */
export function Level({ name, context, stream }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!bar.current) return;
    const meter = new LevelMeter(bar.current);
    if (context && stream) meter.attach(context, stream);
    return () => meter.detach();
  }, [context, stream]);
  return (
    <div className="level-row">
      <span id={id} className="small soft">
        {name}
      </span>
      <div
        ref={bar}
        className={name === 'You' ? 'level' : 'level level-agent'}
        role="meter"
        aria-labelledby={id}
        aria-valuemin={-60}
        aria-valuemax={0}
        aria-valuenow={-60}
      />
    </div>
  );
}
