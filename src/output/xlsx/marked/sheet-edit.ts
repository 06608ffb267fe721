/** Marks rows in a sheet. All other rows and parts of the sheet stay as they are. */
import { parseRange } from '../../../input/xlsx/address.ts';
import { cellAddress } from '../../../model/place.ts';
import { type Dropdown, dropdownXml } from '../dropdowns.ts';
import { RELATION_NAMES } from '../names.ts';
import { MAX_SHEET_ROWS } from '../sheet-writer.ts';
import {
  attributeOf,
  type Change,
  changed,
  childrenOf,
  type Element,
  find,
  type Part,
  parsePart,
  putInto,
  tagOf,
  withAttribute,
} from './edit-part.ts';

/** A row of the sheet, with the styles of its cells by their columns. */
export interface ExistingRow {
  readonly number: number;
  /** The prefix of the names in the sheet, such as `x:`; empty without one. */
  readonly prefix: string;
  readonly styles: ReadonlyMap<number, number>;
}

/** The change of a cell: another style, or other content as XML. */
export type CellChange = { readonly style: number } | { readonly xml: string };

export interface SheetPlan {
  readonly headerRow: number;
  /** Whether a row may have changes. */
  readonly isMarked: (row: number) => boolean;
  /** The changes of a row's cells, by column. A row with changes is shown if it was hidden. */
  readonly changesOf: (row: ExistingRow) => ReadonlyMap<number, CellChange>;
  /** The columns to show if they are hidden. */
  readonly shown: ReadonlySet<number>;
  /** Columns whose cells offer choices, if they offer none yet. */
  readonly dropdowns: readonly Dropdown[];
  /** The id of the relation to the drawing of the notes; `undefined` if the sheet has a drawing already. */
  readonly drawingId: string | undefined;
}

/** Returns the sheet with the changes of a plan. */
export function editSheet(bytes: Buffer, plan: SheetPlan): Buffer {
  const rows = new Map<Element, number>();
  let last = 0;
  const sheet = parsePart(bytes, (element, xml) => {
    if (element.depth !== 3 || element.name !== 'row') return element.depth < 5;
    last += 1;
    while (xml.nextAttribute()) if (xml.attribute === 'r') last = xml.count();
    if (!plan.isMarked(last)) return false;
    rows.set(element, last);
    return true;
  });
  const dimension = find(sheet, 'dimension');
  return changed(sheet, [
    // The size of the table changes, and programs compute it themselves.
    ...(dimension === undefined ? [] : [{ from: dimension.start, to: dimension.end, text: '' }]),
    ...shownColumns(sheet, plan.shown),
    ...[...rows].flatMap(([row, number]) => changesIn(sheet, row, number, plan)),
    ...newDropdowns(sheet, plan),
    ...newDrawing(sheet, plan),
  ]);
}

/** In characters. Not all programs have a width for a column that says none. */
const USUAL_WIDTH = '12';

/** Shows the hidden columns that must be seen. An element is for a range of columns, which are shown together. */
function shownColumns(sheet: Part, shown: ReadonlySet<number>): Change[] {
  return sheet.elements.flatMap((element): Change[] => {
    if (element.name !== 'col' || element.depth !== 3) return [];
    const tag = tagOf(sheet, element);
    const [min, max] = [Number(attributeOf(tag, 'min')), Number(attributeOf(tag, 'max'))];
    const hasNoWidth = Number(attributeOf(tag, 'width') ?? Number.NaN) === 0;
    const isHidden = hasNoWidth || ['1', 'true'].includes(attributeOf(tag, 'hidden') ?? '');
    if (!isHidden || ![...shown].some((column) => column + 1 >= min && column + 1 <= max)) return [];
    const open = withAttribute(withAttribute(tag, 'hidden', undefined), 'collapsed', undefined);
    const hasWidth = !hasNoWidth && attributeOf(tag, 'width') !== undefined;
    const text = hasWidth ? open : withAttribute(withAttribute(open, 'customWidth', '1'), 'width', USUAL_WIDTH);
    return [{ from: element.start, to: element.openEnd, text }];
  });
}

function changesIn(sheet: Part, row: Element, number: number, { changesOf }: SheetPlan): Change[] {
  const cells = new Map<number, Element>();
  const styles = new Map<number, number>();
  for (const cell of childrenOf(sheet, row)) {
    const tag = tagOf(sheet, cell);
    const column = parseRange(attributeOf(tag, 'r') ?? '')?.first.column ?? Math.max(-1, ...cells.keys()) + 1;
    cells.set(column, cell);
    styles.set(column, Number(attributeOf(tag, 's') ?? 0));
  }
  const waiting = [...changesOf({ number, prefix: sheet.prefix, styles })].sort(([one], [other]) => one - other);
  if (waiting.length === 0) return [];
  const changes: Change[] = [];
  let behind = '';
  for (const [column, change] of waiting) {
    const cell = cells.get(column);
    if (cell !== undefined) {
      const tag = 'style' in change ? withAttribute(tagOf(sheet, cell), 's', String(change.style)) : change.xml;
      changes.push({ from: cell.start, to: 'style' in change ? cell.openEnd : cell.end, text: tag });
      continue;
    }
    const text =
      'xml' in change ? change.xml : `<${sheet.prefix}c r="${cellAddress(column, number)}" s="${change.style}"/>`;
    const next = [...cells].find(([other]) => other > column)?.[1];
    if (next === undefined) behind += text;
    else changes.push({ from: next.start, to: next.start, text });
  }
  return [...putInto(sheet, row, behind, shownTag(tagOf(sheet, row))), ...changes];
}

/** The tag of a row without the attributes that hide it. A height of 0 hides a row too. */
function shownTag(tag: string): string {
  const open = withAttribute(withAttribute(tag, 'spans', undefined), 'hidden', undefined);
  return Number(attributeOf(open, 'ht') ?? Number.NaN) === 0
    ? withAttribute(withAttribute(open, 'ht', undefined), 'customHeight', undefined)
    : open;
}

/** A sheet with choices of its own keeps them. */
function newDropdowns(sheet: Part, { dropdowns, headerRow }: SheetPlan): Change[] {
  if (dropdowns.length === 0 || find(sheet, 'dataValidations') !== undefined) return [];
  const each = dropdowns.map((one) => dropdownXml(one, headerRow + 1, MAX_SHEET_ROWS, sheet.prefix)).join('');
  const name = `${sheet.prefix}dataValidations`;
  return [insertion(sheet, AFTER_DROPDOWNS, `<${name} count="${dropdowns.length}">${each}</${name}>`)];
}

function newDrawing(sheet: Part, { drawingId }: SheetPlan): Change[] {
  if (drawingId === undefined || find(sheet, 'legacyDrawing') !== undefined) return [];
  const text = `<${sheet.prefix}legacyDrawing ${RELATION_NAMES} r:id="${drawingId}"/>`;
  return [insertion(sheet, AFTER_DRAWING, text)];
}

/** Inserts an element before the first of others: the standard fixes the order of the elements of a sheet. */
function insertion({ elements, bytes }: Part, others: readonly string[], text: string): Change {
  const next = elements.find(({ depth, name }) => depth === 2 && others.includes(name));
  const at = next?.start ?? elements[0]?.closeStart ?? bytes.length;
  return { from: at, to: at, text };
}

/** The parts of a sheet that follow the drawing of the notes, or the choices. */
const AFTER_DRAWING = [
  ...['legacyDrawingHF', 'drawingHF', 'picture', 'oleObjects', 'controls', 'webPublishItems', 'tableParts', 'extLst'],
];
const AFTER_DROPDOWNS = [
  ...['hyperlinks', 'printOptions', 'pageMargins', 'pageSetup', 'headerFooter', 'rowBreaks', 'colBreaks'],
  ...['customProperties', 'cellWatches', 'ignoredErrors', 'smartTags', 'drawing', 'legacyDrawing', ...AFTER_DRAWING],
];
