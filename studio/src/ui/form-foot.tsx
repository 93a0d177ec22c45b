import type { ReactNode } from 'react';
import { Button } from './button.js';
import type { IconName } from './icon.js';
import { ProblemNotice } from './notice.js';

/** The end of a form in a window: why it failed, and its buttons. */
export function FormFoot(props: {
  /** What the form does, on its button. */
  readonly action: ReactNode;
  readonly icon?: IconName;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly disabled?: boolean;
  readonly onClose: () => void;
}) {
  const { action, icon, error, isBusy, disabled, onClose } = props;
  return (
    <>
      {error !== undefined && error !== null && <ProblemNotice error={error} />}
      <div className="row row-end form-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" icon={icon} type="submit" busy={isBusy} disabled={disabled}>
          {action}
        </Button>
      </div>
    </>
  );
}
