import { Page } from '../ui/page.js';
import { Actions } from './actions.js';
import { Data } from './data.js';
import { Inputs } from './inputs.js';
import { Messages } from './messages.js';
import { Tokens } from './tokens.js';

/** Every component of the design system, for developers of the studio. */
export function ComponentsPage() {
  return (
    <Page
      title="Components"
      lead="The design system that these pages are made of: each component of studio/src/ui in its states."
    >
      <Tokens />
      <Actions />
      <Inputs />
      <Messages />
      <Data />
    </Page>
  );
}
