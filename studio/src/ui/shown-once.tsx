import { Button } from './button.js';
import { CopyBox } from './copy.js';
import { Dialog } from './dialog.js';

interface Props {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** A secret that can't be shown again. */
export function ShownOnce({ title, secret, onClose }: Props) {
  return (
    <Dialog
      title={title}
      lead="Copy it now. You won’t see it again."
      foot={
        <Button look="primary" onClick={onClose}>
          I have it
        </Button>
      }
      onClose={onClose}
    >
      <CopyBox text={secret} />
    </Dialog>
  );
}
