import { expect, test } from 'vitest';
import { parsePart } from '../../../../src/output/xlsx/marked/edit-part.ts';
import { editDrawing, editNotes } from '../../../../src/output/xlsx/marked/notes-edit.ts';
import { drawingXml, type Note, notesXml } from '../../../../src/output/xlsx/notes.ts';

const EARLIER: readonly Note[] = [{ column: 0, row: 2, text: 'an earlier <reason>' }];
const NEW: readonly Note[] = [
  { column: 1, row: 3, text: 'wrong & new' },
  { column: 2, row: 4, text: 'also wrong' },
];

/** The notes of a sheet: one of the user, and one of examctl whose author another program has changed. */
function existingNotes(prefix = ''): string {
  const ours = [...notesXml(EARLIER)].join('').match(/<comment .*<\/comment>/)?.[0] ?? '';
  const own = '<comment ref="C4" authorId="0"><text><t>ask \u00c9va</t></text></comment>';
  const all = `<comments><authors><author>\u00c9va</author></authors><commentList>${own}${ours}</commentList></comments>`;
  return prefix === '' ? all : all.replaceAll(/<(\/?)(?=\w)/g, `<$1${prefix}`);
}

function edit(existing: string) {
  return editNotes(parsePart(Buffer.from(existing)), NEW);
}

test.each(['', 'x:'])(
  'a note of the user stays and an earlier note of examctl is removed, with the prefix "%s"',
  (prefix) => {
    const edited = edit(existingNotes(prefix));
    const text = edited?.bytes.toString() ?? '';
    expect([...text.matchAll(/ref="(\w+)"/g)].map(([, ref]) => ref)).toEqual(['C4', 'B3']);
    expect(text).toContain(`<${prefix}r><${prefix}t>ask \u00c9va</${prefix}t></${prefix}r>`);
    expect(text).toContain('&#10;examctl: also wrong');
    expect(text).toContain('examctl: wrong &amp; new');
    expect(text).not.toContain('earlier');
    expect(edited?.added).toEqual([NEW[0]]);
    expect(edited?.removed).toEqual(new Set(['A2']));
  },
);

test('the boxes of removed notes are cut from the drawing, and the boxes of new notes are added', () => {
  const drawing = editDrawing([...drawingXml(EARLIER)].join(''), { added: NEW, removed: new Set(['A2']) });
  expect([...drawing.matchAll(/<x:Row>(\d+)</g)].map(([, row]) => row)).toEqual(['2', '3']);
  expect(drawing.endsWith('</xml>')).toBe(true);
});

test('a drawing of shapes without an end is edited in linear time', () => {
  const hostile = `<xml>${'<v:shape '.repeat(500_000)}</xml>`;
  expect(editDrawing(hostile, { added: [], removed: new Set() })).toBe(hostile);
});
