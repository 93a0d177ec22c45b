import { type SubmitEvent, useState } from 'react';
import { useAction } from '../api/action.js';
import { api, done, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Age } from '../ui/age.js';
import { Button, IconButton } from '../ui/button.js';
import { TextArea } from '../ui/inputs.js';
import { type ConversationDetail, conversationsKey } from './queries.js';

const changes = [conversationsKey];

/** Comments of the people of the account; callers never see them. */
export function Comments({ conversation: { id, comments } }: { readonly conversation: ConversationDetail }) {
  const { can } = useAccount();
  const mayWrite = can('conversations:write');
  return (
    <section className="stack-tight">
      <h3>Comments</h3>
      {comments.length > 0 && (
        <ul className="stack" aria-label="Comments">
          {comments.map((comment) => (
            <li key={comment.id} className="comment small">
              <div className="row row-between">
                <span className="soft truncate">
                  {comment.createdBy}, <Age time={comment.createdAt} />
                </span>
                {mayWrite && <DeleteComment conversationId={id} commentId={comment.id} />}
              </div>
              <p>{comment.text}</p>
            </li>
          ))}
        </ul>
      )}
      {mayWrite && <NewComment conversationId={id} />}
      {!mayWrite && comments.length === 0 && <p className="small soft">None</p>}
    </section>
  );
}

function DeleteComment(props: { readonly conversationId: string; readonly commentId: string }) {
  const params = { path: props };
  const remove = useAction(
    () => done(api.DELETE('/v1/conversations/{conversationId}/comments/{commentId}', { params })),
    { changes },
  );
  return (
    <IconButton
      small
      icon="trash"
      label="Delete this comment"
      busy={remove.isPending}
      onClick={() => remove.mutate(undefined)}
    />
  );
}

function NewComment({ conversationId }: { readonly conversationId: string }) {
  const [text, setText] = useState('');
  const params = { path: { conversationId } };
  const add = useAction(
    () =>
      take(api.POST('/v1/conversations/{conversationId}/comments', { params, body: { text: text.trim() } })),
    { changes },
  );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() !== '') add.mutate(undefined, { onSuccess: () => setText('') });
  };
  return (
    <form className="stack-tight" onSubmit={submit}>
      <TextArea
        aria-label="Add a comment"
        placeholder="Add a comment"
        rows={2}
        maxLength={2_000}
        value={text}
        onValue={setText}
      />
      <div className="row">
        <Button small type="submit" busy={add.isPending}>
          Comment
        </Button>
      </div>
    </form>
  );
}
