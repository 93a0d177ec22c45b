import { Fragment } from 'react';

/** A long name without blanks, such as an address or an action: it may go on in a new line after each of its marks. */
export function Breakable({ text }: { readonly text: string }) {
  return text.split(/(?<=[@._/-])/).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
