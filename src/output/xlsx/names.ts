/** The names that parts of a workbook have, and what they say of each other. */

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** The names of a sheet, of styles and of notes. */
export const MAIN_NAMES = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
export const RELATION_NAMES = `xmlns:r="${OFFICE}"`;

export const CONTENT_TYPES_PART = '[Content_Types].xml';

export interface RelationTo {
  readonly id: string;
  /** The end of its type, such as `worksheet`. */
  readonly type: string;
  /** As XML has it. */
  readonly target: string;
  readonly isExternal?: true | undefined;
}

export function relationXml({ id, type, target, isExternal }: RelationTo, prefix = ''): string {
  return `<${prefix}Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${isExternal ? ' TargetMode="External"' : ''}/>`;
}

export function relationsXml(relations: string): string {
  return `<Relationships xmlns="${PACKAGE}/relationships">${relations}</Relationships>`;
}

const TYPES = {
  workbook: 'sheet.main',
  worksheet: 'worksheet',
  styles: 'styles',
  comments: 'comments',
} as const;

/** What a part is; parts are named from the root of the archive. */
export function typeXml(part: string, type: keyof typeof TYPES, prefix = ''): string {
  return `<${prefix}Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${TYPES[type]}+xml"/>`;
}

export function endingXml(ending: string, type: string, prefix = ''): string {
  return `<${prefix}Default Extension="${ending}" ContentType="application/${type}"/>`;
}

/** The type of the drawings in which notes stand. */
export const DRAWING_TYPE = 'vnd.openxmlformats-officedocument.vmlDrawing';

export function typesXml(types: string): string {
  const defaults = [
    endingXml('rels', 'vnd.openxmlformats-package.relationships+xml'),
    endingXml('xml', 'xml'),
    endingXml('vml', DRAWING_TYPE),
  ];
  return `<Types xmlns="${PACKAGE}/content-types">${defaults.join('')}${types}</Types>`;
}
