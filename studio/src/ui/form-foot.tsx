import type { ReactNode } from 'react';
import { Button } from './button.js';
import { Refused } from './form.js';
import type { IconName } from './icon.js';

/** The sticky end of a form in a dialog: its error and buttons. */
export function FormFoot(props: {
  /** Label of the submit button. */
  readonly action: ReactNode;
  /** Label of the cancel button. */
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
