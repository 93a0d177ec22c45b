import { useState } from 'react';
import { Button, IconButton } from '../ui/button.js';
import { CopyBox } from '../ui/copy.js';
import { Confirm, Dialog } from '../ui/dialog.js';
import { FormDialog } from '../ui/form-dialog.js';
import { Menu } from '../ui/menu.js';
import { More } from '../ui/more.js';
import { SecretForm } from '../ui/secret-form.js';
import { Card } from '../ui/surfaces.js';
import { Tip } from '../ui/tip.js';

const LOOKS = ['primary', 'plain', 'danger', 'quiet'] as const;
const nothing = () => undefined;
const later = () => Promise.resolve();

export function Actions() {
  return (
    <Card title="Actions">
      <div className="specimen">
        <Buttons />
        <div className="row row-wrap">
          <IconButton icon="refresh" label="Read again" />
          <Menu
            entries={[
              { label: 'Rename…', onSelect: nothing },
              { label: 'Delete…', icon: 'trash', danger: true, onSelect: nothing },
              { label: 'Not now', disabled: true, onSelect: nothing },
            ]}
          >
            <Button icon="more">Menu</Button>
          </Menu>
          <Tip text="A word of explanation">
            <Button look="quiet">With a tip</Button>
          </Tip>
        </div>
        <Windows />
        <CopyBox text="ect_3f9a…" />
        <More more={nothing} busy={false} />
      </div>
    </Card>
  );
}

function Buttons() {
  return (
    <>
      {LOOKS.map((look) => (
        <div key={look} className="row row-wrap">
          <Button look={look}>{look}</Button>
          <Button look={look} icon="plus">
            With a sign
          </Button>
          <Button look={look} small>
            Small
          </Button>
          <Button look={look} busy>
            Busy
          </Button>
          <Button look={look} disabled>
            Disabled
          </Button>
        </div>
      ))}
    </>
  );
}

type Open = 'dialog' | 'form' | 'confirm' | 'secret';

function Windows() {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <div className="row row-wrap">
      <Button onClick={() => setOpen('dialog')}>Open a dialog</Button>
      <Button onClick={() => setOpen('form')}>Open a form</Button>
      <Button onClick={() => setOpen('confirm')}>Ask before</Button>
      <Button onClick={() => setOpen('secret')}>Show a secret</Button>
      {open === 'dialog' && (
        <Dialog title="A dialog" lead="What it is for." onClose={close}>
          <p>What is in it.</p>
        </Dialog>
      )}
      {open === 'form' && <ExampleForm onSubmit={later} onClose={close} />}
      {open === 'confirm' && (
        <Confirm title="Delete this?" action="Delete" onConfirm={later} onClose={close}>
          It can&rsquo;t be undone.
        </Confirm>
      )}
      {open === 'secret' && (
        <SecretForm
          title="The secret"
          onClose={close}
          form={(onSecret) => (
            <ExampleForm onSubmit={() => Promise.resolve(onSecret('esk_3f9a'))} onClose={close} stayOpen />
          )}
        />
      )}
    </div>
  );
}

interface FormProps {
  readonly onSubmit: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly stayOpen?: boolean;
}

const ExampleForm = (props: FormProps) => (
  <FormDialog
    title="A form"
    action="Save"
    initial={{ name: '' }}
    fields={[{ name: 'name', label: 'Name', kind: 'text', required: true }]}
    {...props}
  />
);
