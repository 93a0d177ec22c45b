import { type SubmitEvent, useState } from 'react';
import { useAction } from '../api/action.js';
import { api, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Button } from '../ui/button.js';
import { TextInput } from '../ui/inputs.js';
import { type ConversationDetail, conversationsKey } from './queries.js';

/** Tags of a conversation; the list finds them, and exports have them. */
export function Tags({ conversation: { id, tags } }: { readonly conversation: ConversationDetail }) {
  const { can } = useAccount();
  const params = { path: { conversationId: id } };
  const set = useAction(
    (next: string[]) =>
      take(api.PUT('/v1/conversations/{conversationId}/tags', { params, body: { tags: next } })),
    { changes: [conversationsKey] },
  );
  const mayTag = can('conversations:write');
  const without = (tag: string) => () => set.mutate(tags.filter((one) => one !== tag));
  return (
    <section className="stack-tight">
      <h3>Tags</h3>
      {tags.length > 0 && (
        <ul className="row row-wrap" aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag} className="badge">
              {tag}
              {mayTag && (
                <button
                  type="button"
                  className="tag-remove"
                  aria-label={`Remove the tag ${tag}`}
                  onClick={without(tag)}
                >
                  ×
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayTag && <NewTag tags={tags} busy={set.isPending} onTags={set.mutate} />}
      {!mayTag && tags.length === 0 && <p className="small soft">None</p>}
    </section>
  );
}

interface NewTagProps {
  readonly tags: readonly string[];
  readonly busy: boolean;
  readonly onTags: (tags: string[]) => void;
}

function NewTag({ tags, busy, onTags }: NewTagProps) {
  const [text, setText] = useState('');
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const tag = text.trim();
    if (tag === '' || tags.includes(tag)) return;
    onTags([...tags, tag]);
    setText('');
  };
  return (
    <form className="row" onSubmit={add}>
      <TextInput
        aria-label="Add a tag"
        placeholder="Add a tag"
        maxLength={40}
        value={text}
        onValue={setText}
      />
      <Button small type="submit" busy={busy}>
        Add
      </Button>
    </form>
  );
}
