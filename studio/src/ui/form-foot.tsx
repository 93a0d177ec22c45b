import type { ReactNode } from 'react';
import { Button } from './button.js';
import { Refused } from './form.js';
import type { IconName } from './icon.js';

/** The end of a form in a window, which stays in sight: why it failed, and its buttons. */
export function FormFoot(props: {
  /** What the form does, on its button. */
  readonly action: ReactNode;
  /** On the button that does nothing. */
  readonly cancel?: string;
  readonly icon?: IconName;
  readonly isBusy: boolean;
  readonly disabled?: boolean;
  readonly onClose: () => void;
}) {
  const { action, cancel = 'Cancel', icon, isBusy, disabled, onClose } = props;
  return (
    <div className="form-foot stack-tight">
      <Refused />
      <div className="row row-end">
        <Button onClick={onClose}>{cancel}</Button>
        <Button look="primary" icon={icon} type="submit" busy={isBusy} disabled={disabled}>
          {action}
        </Button>
      </div>
    </div>
  );
}
