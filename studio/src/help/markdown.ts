import { Marked } from 'marked';

/** Of the project's own documentation, without its pictures: they are not part of the studio. */
const markdown = new Marked({ renderer: { image: () => '', html: () => '' } });

export const htmlOf = (text: string): string => markdown.parse(text, { async: false });
