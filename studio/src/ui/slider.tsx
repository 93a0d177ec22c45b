import * as Slider from '@radix-ui/react-slider';

export function SliderInput(props: {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly disabled?: boolean;
  /** Nothing is chosen: the position means nothing. */
  readonly isUnset?: boolean;
  readonly onValue: (value: number) => void;
}) {
  const { label, value, isUnset = false, onValue, ...bounds } = props;
  return (
    <Slider.Root
      className={isUnset ? 'slider slider-unset' : 'slider'}
      value={[value]}
      {...bounds}
      onValueChange={([next]) => next !== undefined && onValue(next)}
    >
      <Slider.Track className="slider-track">
        <Slider.Range className="slider-range" />
      </Slider.Track>
      <Slider.Thumb className="slider-thumb" aria-label={label} />
    </Slider.Root>
  );
}
