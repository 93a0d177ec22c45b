import * as AlertDialog from '@radix-ui/react-alert-dialog';
import * as Radix from '@radix-ui/react-dialog';
import { type ReactNode, useState } from 'react';
import { Button, IconButton } from './button.js';
import { ProblemNotice } from './notice.js';
import { useOpener } from './use-opener.js';

interface DialogProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly wide?: boolean;
  readonly foot?: ReactNode;
  /** The dialog has input: closing it by accident asks first. A cancel button does not. */
  readonly unsaved?: boolean;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A modal dialog. It is open while it is rendered. */
export function Dialog({ title, lead, wide, foot, unsaved, children, onClose }: DialogProps) {
  const giveFocusBack = useOpener();
  const [isAsking, setAsking] = useState(false);
  const leave = () => (unsaved === true ? setAsking(true) : onClose());
  return (
    <Radix.Root open onOpenChange={(open) => !open && leave()}>
      <Radix.Portal>
        <Radix.Overlay className="dialog-veil" />
        <Radix.Content
          className={wide === true ? 'dialog dialog-wide' : 'dialog'}
          tabIndex={-1}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={giveFocusBack}
          {...(lead === undefined && { 'aria-describedby': undefined })}
        >
          <div className="dialog-head">
            <Radix.Title>{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton icon="close" label="Close" small />
            </Radix.Close>
            {lead !== undefined && <Radix.Description className="soft">{lead}</Radix.Description>}
          </div>
          <div className="dialog-body">{children}</div>
          {foot !== undefined && <div className="dialog-foot">{foot}</div>}
          {isAsking && <ThrowAway onThrowAway={onClose} onClose={() => setAsking(false)} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function ThrowAway(props: { readonly onThrowAway: () => void; readonly onClose: () => void }) {
  return (
    <Confirm
      title="Throw away what you filled in?"
      action="Throw away"
      cancel="Go on filling in"
      onConfirm={() => Promise.resolve().then(props.onThrowAway)}
      onClose={props.onClose}
    >
      It has not been saved.
    </Confirm>
  );
}

/** Focuses the first field, or the dialog itself: never its close button: the tooltip would cover content. */
function focusFirstField(event: Event) {
  event.preventDefault();
  const { currentTarget } = event;
  if (!(currentTarget instanceof HTMLElement)) return;
  const field = currentTarget.querySelector<HTMLElement>('.dialog-body :is(input, textarea, select)');
  (field ?? currentTarget).focus();
}

interface ConfirmProps {
  readonly title: string;
  /** The consequences, and what can't be undone. */
  readonly children: ReactNode;
  /** The verb on the button. */
  readonly action: string;
  /** Label of the cancel button. */
  readonly cancel?: string;
  readonly harmless?: boolean;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before an irreversible action. On failure it stays open and says why. */
export function Confirm(props: ConfirmProps) {
  const { title, children, action, cancel = 'Cancel', harmless, onConfirm, onClose } = props;
  const giveFocusBack = useOpener();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const confirm = () => {
    setBusy(true);
    onConfirm().then(onClose, (cause: unknown) => {
      setError(cause);
      setBusy(false);
    });
  };
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="dialog-veil" />
        <AlertDialog.Content className="dialog" onCloseAutoFocus={giveFocusBack}>
          <div className="dialog-head">
            <AlertDialog.Title>{title}</AlertDialog.Title>
          </div>
          <div className="dialog-body stack">
            <AlertDialog.Description asChild>
              <div>{children}</div>
            </AlertDialog.Description>
            {error !== undefined && <ProblemNotice error={error} />}
          </div>
          <div className="dialog-foot">
            <AlertDialog.Cancel asChild>
              <Button>{cancel}</Button>
            </AlertDialog.Cancel>
            <Button look={harmless === true ? 'primary' : 'danger'} busy={isBusy} onClick={confirm}>
              {action}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
