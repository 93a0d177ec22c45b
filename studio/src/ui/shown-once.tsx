import { Button } from './button.js';
import { CopyBox } from './copy.js';
import { Dialog } from './dialog.js';

interface Props {
  readonly title: string;
  readonly secret: string;
  /** Where else it went. */
  readonly sent?: string | undefined;
  readonly onClose: () => void;
}

/** A secret that can't be shown again. */
export function ShownOnce({ title, secret, sent, onClose }: Props) {
  return (
    <Dialog
      title={title}
      lead={sent ?? 'Copy it now. You won’t see it again.'}
      foot={
        <Button look="primary" onClick={onClose}>
          {sent === undefined ? 'I have it' : 'Done'}
        </Button>
      }
      onClose={onClose}
    >
      <CopyBox text={secret} />
    </Dialog>
  );
}
