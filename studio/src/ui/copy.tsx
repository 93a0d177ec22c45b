import { useState } from 'react';
import { Button } from './button.js';

const SAID_MS = 2_000;

/** Copies a text to the clipboard. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => {
    void navigator.clipboard.writeText(text).then(() => {
      setCopied(true);
      setTimeout(() => setCopied(false), SAID_MS);
    });
  };
  return (
    <Button small icon={isCopied ? 'check' : 'copy'} onClick={copy}>
      {isCopied ? 'Copied' : label}
    </Button>
  );
}

/** A value to be copied, such as a token that is shown once. */
export function CopyBox({ text }: { readonly text: string }) {
  return (
    <div className="stack-tight">
      <pre className="code-box" tabIndex={0}>
        {text}
      </pre>
      <div className="row">
        <CopyButton text={text} />
      </div>
    </div>
  );
}
