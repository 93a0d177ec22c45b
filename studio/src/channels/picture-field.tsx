import { type ChangeEvent, useRef, useState } from 'react';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { TextInput } from '../ui/inputs.js';
import { smallPicture } from './small-picture.js';

interface Props {
  /** Its address; empty: none. */
  readonly picture: string;
  readonly onPicture: (picture: string) => void;
}

/** A picture from this device, which goes into the line for the page, or the address of one. */
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
  const isFile = picture.startsWith('data:');
  return (
    <fieldset className="field">
      <legend>Picture</legend>
      <div className="row">
        {isFile && <img src={picture} alt="" width={40} height={40} className="picture" />}
        <Picker label={isFile ? 'Choose another' : 'Choose a picture'} onPick={(file) => void pick(file)} />
        {isFile && (
          <Button small look="quiet" onClick={() => onPicture('')}>
            Remove it
          </Button>
        )}
      </div>
      {!isFile && <PictureAddress picture={picture} onPicture={onPicture} />}
      {fault !== '' && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

const PictureAddress = ({ picture, onPicture }: Props) => (
  <Field label="Or its address" hint={picture && 'Your page shows it. This preview does not load it.'}>
    {(ids) => (
      <TextInput
        {...ids}
        type="url"
        value={picture}
        maxLength={300}
        placeholder="https://www.example.com/logo.png"
        onValue={onPicture}
      />
    )}
  </Field>
);

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
