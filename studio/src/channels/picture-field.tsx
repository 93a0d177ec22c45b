import { type ChangeEvent, useRef, useState } from 'react';
import { Button } from '../ui/button.js';
import { smallPicture } from './small-picture.js';

interface Props {
  /** Its address; empty: none. */
  readonly picture: string;
  readonly onPicture: (picture: string) => void;
}

/** A picture from this device, which goes into the line for the page. */
export function PictureField({ picture, onPicture }: Props) {
  const [fault, setFault] = useState('');
  const pick = (file: File) =>
    smallPicture(file).then(
      (small) => {
        setFault('');
        onPicture(small);
      },
      () => setFault('This file is no picture. Choose a PNG, JPEG or SVG.'),
    );
  return (
    <fieldset className="field">
      <legend>Picture</legend>
      <div className="row">
        {picture !== '' && <img src={picture} alt="" width={40} height={40} className="picture" />}
        <Picker
          label={picture === '' ? 'Choose a picture' : 'Choose another'}
          onPick={(file) => void pick(file)}
        />
        {picture !== '' && (
          <Button small look="quiet" onClick={() => onPicture('')}>
            Remove it
          </Button>
        )}
      </div>
      {fault !== '' && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

function Picker({ label, onPick }: { readonly label: string; readonly onPick: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const picked = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) onPick(file);
    target.value = '';
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        aria-label="Picture to show"
        accept="image/*"
        tabIndex={-1}
        onChange={picked}
      />
      <Button small onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
