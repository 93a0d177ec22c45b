import { type MouseEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconButton } from '../ui/button.js';
import { TextInput } from '../ui/inputs.js';
import { CONTENTS, documentOf, type HelpDocument, linkedDocument, searchHelp } from './documents.js';
import { htmlOf } from './markdown.js';

interface Props {
  /** The document about the open page. */
  readonly about: string | undefined;
  readonly onClose: () => void;
}

/** The documentation beside the page. */
export function HelpPanel({ about, onClose }: Props) {
  const [shown, setShown] = useState({ about, id: about });
  if (shown.about !== about) setShown({ about, id: about });
  const { id } = shown;
  const [search, setSearch] = useState('');
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  useEscape(place, onClose);
  // In braces: `scrollTo` returns a promise in newer browsers, and React would call it as a clean-up.
  useEffect(() => {
    void place.current?.scrollTo({ top: 0 });
  }, [id, search]);
  const open = (next: string | undefined) => {
    setSearch('');
    setShown({ about, id: next });
    // The pressed button is gone, and the focus would go with it.
    place.current?.focus();
  };
  const document = id === undefined ? undefined : documentOf(id);
  return (
    <aside ref={place} className="help" aria-label="Help" tabIndex={-1}>
      <div className="help-head">
        <TextInput
          type="search"
          aria-label="Search the help"
          placeholder="Search the help"
          value={search}
          onValue={setSearch}
        />
        <IconButton icon="book" label="All help" onClick={() => open(undefined)} />
        <IconButton icon="close" label="Close the help" onClick={onClose} />
      </div>
      {search !== '' ? (
        <Results found={searchHelp(search)} onOpen={open} />
      ) : document ? (
        <Text document={document} onOpen={open} />
      ) : (
        <Contents onOpen={open} />
      )}
    </aside>
  );
}

/** Closes by Escape while the focus is inside. */
function useEscape(place: RefObject<HTMLElement | null>, close: () => void): void {
  const press = useEffectEvent(({ key }: KeyboardEvent) => key === 'Escape' && close());
  useEffect(() => {
    const element = place.current;
    const listen = (event: KeyboardEvent) => press(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [place]);
}

interface OpenProps {
  readonly onOpen: (id: string) => void;
}

const Titles = ({ documents, onOpen }: OpenProps & { readonly documents: readonly HelpDocument[] }) => (
  <ul className="help-titles">
    {documents.map(({ id, title }) => (
      <li key={id}>
        <button type="button" className="link" onClick={() => onOpen(id)}>
          {title}
        </button>
      </li>
    ))}
  </ul>
);

function Results({ found, onOpen }: OpenProps & { readonly found: readonly HelpDocument[] }) {
  return (
    <div role="status" aria-label="Found in the help">
      {found.length === 0 ? (
        <p className="soft">Nothing found. Try fewer or other words.</p>
      ) : (
        <Titles documents={found} onOpen={onOpen} />
      )}
    </div>
  );
}

const Contents = ({ onOpen }: OpenProps) =>
  CONTENTS.map(({ title, documents }) => (
    <section key={title} className="stack-tight">
      <h2>{title}</h2>
      <Titles documents={documents} onOpen={onOpen} />
    </section>
  ));

function Text({ document: { id, text }, onOpen }: OpenProps & { readonly document: HelpDocument }) {
  // Links between documents open here, others in a new tab.
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    const href = link?.getAttribute('href');
    if (!link || href == null) return;
    const next = linkedDocument(id, href);
    if (href.startsWith('https:')) link.target = '_blank';
    else event.preventDefault();
    if (next !== undefined) onOpen(next);
  };
  return (
    // Only its links react, which the keyboard reaches.
    // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events, jsx-a11y-x/no-static-element-interactions
    <div className="help-text" onClick={follow} dangerouslySetInnerHTML={{ __html: htmlOf(text) }} />
  );
}
