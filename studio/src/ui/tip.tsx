import * as Tooltip from '@radix-ui/react-tooltip';
import type { ReactElement } from 'react';
import { focusIsGivenBack } from './use-opener.js';

/** A tooltip on focus or hover. */
export function Tip({ text, children }: { readonly text: string; readonly children: ReactElement }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild onFocus={(event) => focusIsGivenBack() && event.preventDefault()}>
        {children}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className="tooltip" sideOffset={5} collisionPadding={8}>
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
