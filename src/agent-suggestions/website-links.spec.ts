import { pagesLinked } from './website-links.js';

const HOME = new URL('https://www.smile.example/');
const linked = (...links: string[]) => pagesLinked(links, HOME).map(({ href }) => href);

describe('pagesLinked', () => {
  it('stays on the site, and takes each page once', () => {
    expect(
      linked('/team', 'https://smile.example/team/', '#top', 'https://other.example/', 'mailto:a@b.c', '/'),
    ).toEqual(['https://smile.example/team/']);
  });

  it('takes telling pages first, and no files', () => {
    expect(linked('/a', '/opening-hours-and-contact', '/logo.png', '/blog/2020/01/a-long-story')).toEqual([
      'https://www.smile.example/opening-hours-and-contact',
      'https://www.smile.example/a',
      'https://www.smile.example/blog/2020/01/a-long-story',
    ]);
  });

  it('ignores what is no address', () => {
    expect(linked('https://', 'javascript:alert(1)', '//[', '')).toEqual([]);
  });
});
