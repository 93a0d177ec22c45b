import { Fragment } from 'react';

/** A long name without blanks, such as an address; it may wrap after each punctuation mark. */
export function Breakable({ text }: { readonly text: string }) {
  return text.split(/(?<=[@._/-])/).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
