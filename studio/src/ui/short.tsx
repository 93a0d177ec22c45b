interface Props {
  readonly text: string;
  readonly as?: 'span' | 'strong' | 'code';
  readonly soft?: boolean;
}

/** A text truncated to one line; the whole text is in the tooltip. */
export function Short({ text, as: Tag = 'span', soft = false }: Props) {
  return (
    <Tag className={soft ? 'truncate one-line soft' : 'truncate one-line'} title={text}>
      {text}
    </Tag>
  );
}
