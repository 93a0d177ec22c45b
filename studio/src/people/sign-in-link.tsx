import { useState } from 'react';
import { api, type Schemas, take } from '../api/client.js';
import { FormDialog } from '../ui/form-dialog.js';
import { ShownOnce } from '../ui/shown-once.js';
import { sentTo } from './invitations.js';

interface Props {
  readonly person: Schemas['Person'];
  readonly onClose: () => void;
}

/** For a forgotten password. */
export function SignInLink({ person: { id: personId, name, email }, onClose }: Props) {
  const [link, setLink] = useState<{ readonly signInUrl: string; readonly emailed: boolean }>();
  const title = `Sign-in link for ${name}`;
  if (link) {
    const sent = sentTo(email, link.emailed);
    return <ShownOnce title={title} secret={link.signInUrl} sent={sent} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={title}
      lead="The link signs anyone who opens it in as this person. It works once, for a few minutes: send it to no one else."
      action="Make the link"
      stayOpen
      initial={{}}
      fields={[]}
      onSubmit={async () => {
        const params = { path: { personId } };
        setLink(await take(api.POST('/v1/people/{personId}/sign-in-links', { params })));
      }}
      onClose={onClose}
    />
  );
}
