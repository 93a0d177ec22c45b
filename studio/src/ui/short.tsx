interface Props {
  readonly text: string;
  readonly as?: 'span' | 'strong' | 'code';
  readonly soft?: boolean;
}

/** A text on one line, as much of it as there is room for; all of it is in the tooltip. */
export function Short({ text, as: Tag = 'span', soft = false }: Props) {
  return (
    <Tag className={soft ? 'truncate one-line soft' : 'truncate one-line'} title={text}>
      {text}
    </Tag>
  );
}
