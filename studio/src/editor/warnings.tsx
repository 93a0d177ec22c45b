import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Notice } from '../ui/notice.js';
import type { SavedDraft } from './draft-editor.js';
import { labelOf } from './words.js';

type Warning = SavedDraft['warnings'][number];

/** What is valid in a version of the agent, but will not work on this server. */
export function Warnings({ warnings }: { readonly warnings: readonly Warning[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className="stack-tight" aria-label="Warnings">
      {warnings.map((warning) => (
        <li key={`${warning.path} ${warning.message}`}>
          <Notice tone="warn">{wordsOf(warning)}</Notice>
        </li>
      ))}
    </ul>
  );
}

function wordsOf({ path, code, message }: Warning): ReactNode {
  if (code === 'MODEL_NOT_CONFIGURED')
    return (
      <>
        <strong>No language model is connected.</strong> Calls of this agent fail until you{' '}
        <Link to="/providers">connect one</Link>, or add answers that it knows by heart.
      </>
    );
  if (code === 'PROMPT_NOT_USED')
    return (
      <>
        <strong>No language model answers.</strong> Callers hear only the answers that it knows by heart, and
        its forms. <Link to="/providers">Connect a language model</Link>, or choose one under “What thinks for
        it”.
      </>
    );
  if (code === 'ENGLISH_ONLY')
    return (
      <>
        <strong>The built-in voice and recognizer know English only.</strong> Choose English, or{' '}
        <Link to="/providers">connect a speech provider</Link>.
      </>
    );
  if (path === '') return message;
  return (
    <>
      <strong>{labelOf(path.split('/').slice(1))}: </strong>
      {message}
    </>
  );
}
