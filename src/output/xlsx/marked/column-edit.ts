/** Shows hidden columns of a marked sheet. */
import { asEmptyTag, withAttribute } from './edit-xml.ts';

/**
 * The columns of an element `col`. The given ones are shown if they were hidden. Columns count from 0. The element
 * is for a range of columns, so it is split if only some of them are shown.
 */
export function showColumns(element: string, shown: ReadonlySet<number>): string[] {
  const [tag = element] = /^<[^>]*>/.exec(element) ?? [];
  const [min, max] = [Number(attributeOf(tag, 'min')), Number(attributeOf(tag, 'max'))];
  const own = [...shown].filter((column) => column + 1 >= min && column + 1 <= max).sort((one, other) => one - other);
  if (!isHidden(tag) || own.length === 0) return [element];
  const part = (from: number, to: number, text: string): string[] =>
    from > to ? [] : [asEmptyTag(withAttribute(withAttribute(text, 'max', String(to)), 'min', String(from)))];
  const visible = visibleTag(tag);
  let next = min;
  const parts = own.flatMap((column) => {
    const before = part(next, column, tag);
    next = column + 2;
    return [...before, ...part(column + 1, column + 1, visible)];
  });
  return [...parts, ...part(next, max, tag)];
}

/** In characters. Not all programs have a width for a column that says none. */
const USUAL_WIDTH = 12;

function visibleTag(tag: string): string {
  const open = withAttribute(withAttribute(tag, 'hidden', undefined), 'collapsed', undefined);
  if (Number(attributeOf(tag, 'width')) > 0) return open;
  return withAttribute(withAttribute(open, 'customWidth', '1'), 'width', String(USUAL_WIDTH));
}

function isHidden(tag: string): boolean {
  const isOn = ['1', 'true'].includes(attributeOf(tag, 'hidden') ?? '');
  return isOn || Number(attributeOf(tag, 'width') ?? Number.NaN) === 0;
}

function attributeOf(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(tag)?.[1];
}
