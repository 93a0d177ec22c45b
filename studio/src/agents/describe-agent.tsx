import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../api/action.js';
import { modelsQuery } from '../providers/queries.js';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { CheckInput, TextArea, TextInput } from '../ui/inputs.js';
import { ProblemNotice } from '../ui/notice.js';
import { readWebsite, type Suggestion, suggest, type WebsitePage } from './suggestion.js';

interface Props {
  readonly hasModel: boolean;
  readonly sentence: string;
  readonly onSentence: (sentence: string) => void;
  readonly onSuggestion: (suggestion: Suggestion) => void;
}

/** The agent without a language model. */
const BUILT_IN = 'starter';

/** Whether a language model can write a draft; undefined until it is known. */
export function useHasModel(): boolean | undefined {
  const { data = [], isPending } = useQuery(modelsQuery);
  if (isPending) return undefined;
  return data.some(({ service, provider }) => service === 'llm' && provider !== BUILT_IN);
}

/** A sentence about the agent, and a website that a language model may read. */
export function DescribeAgent({ hasModel, sentence, onSentence, onSuggestion }: Props) {
  return (
    <>
      <Field
        label="In a sentence: who is it for, and what should it do?"
        hint={
          hasModel
            ? undefined
            : 'There is no language model yet, so the sentence only chooses the nearest template and fills in the name.'
        }
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={2}
            maxLength={1_000}
            placeholder="The reception of my dental practice Bright Smile: it answers questions and takes requests for appointments."
            value={sentence}
            onValue={onSentence}
          />
        )}
      </Field>
      {hasModel && <WriteDraft sentence={sentence} onSuggestion={onSuggestion} />}
    </>
  );
}

function WriteDraft({ sentence, onSuggestion }: Pick<Props, 'sentence' | 'onSuggestion'>) {
  const [pages, setPages] = useState<readonly WebsitePage[]>([]);
  const [used, setUsed] = useState<ReadonlySet<string>>(new Set());
  const write = useAction((material: readonly WebsitePage[]) => suggest(sentence.trim(), material), {
    quiet: true,
  });
  const show = (found: readonly WebsitePage[]) => {
    setPages(found);
    setUsed(new Set(found.map(({ url }) => url)));
  };
  const chosen = pages.filter(({ url }) => used.has(url));
  return (
    <>
      <Website onPages={show} />
      {pages.length > 0 && <Pages pages={pages} used={used} onUsed={setUsed} />}
      <div className="row">
        <Button
          icon="play"
          busy={write.isPending}
          disabled={sentence.trim().length < 3}
          onClick={() => write.mutate(chosen, { onSuccess: onSuggestion })}
        >
          {write.isPending ? 'Writing, up to a minute…' : 'Write a draft'}
        </Button>
        <span className="soft small">You review it before anything is saved.</span>
      </div>
      {write.error && <ProblemNotice error={write.error} />}
    </>
  );
}

/** Reads the pages of a website. */
function Website({ onPages }: { readonly onPages: (pages: readonly WebsitePage[]) => void }) {
  const [address, setAddress] = useState('');
  const read = useAction(readWebsite, { quiet: true });
  const go = () => {
    if (address.trim() !== '' && !read.isPending) read.mutate(address.trim(), { onSuccess: onPages });
  };
  return (
    <>
      <div className="row">
        <Field
          className="grow"
          label="Your website, if you have one"
          hint="We read a few pages, and show them before they are used."
        >
          {(ids) => (
            <TextInput
              {...ids}
              maxLength={500}
              placeholder="www.example.com"
              value={address}
              onValue={setAddress}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                // It would create the agent.
                event.preventDefault();
                go();
              }}
            />
          )}
        </Field>
        <Button busy={read.isPending} disabled={address.trim() === ''} onClick={go}>
          Read it
        </Button>
      </div>
      {read.error && <ProblemNotice error={read.error} />}
    </>
  );
}

interface PagesProps {
  readonly pages: readonly WebsitePage[];
  readonly used: ReadonlySet<string>;
  readonly onUsed: (used: ReadonlySet<string>) => void;
}

/** The pages that were read, each with its beginning. */
const Pages = ({ pages, used, onUsed }: PagesProps) => (
  <fieldset className="field">
    <legend>Pages to learn from</legend>
    {pages.map(({ url, title, text }) => (
      <CheckInput
        key={url}
        label={title}
        hint={`${url}: ${text.replace(/\s+/g, ' ').slice(0, 120)}…`}
        checked={used.has(url)}
        onValue={(on) =>
          onUsed(on ? new Set([...used, url]) : new Set([...used].filter((one) => one !== url)))
        }
      />
    ))}
  </fieldset>
);
