/** The names of the parts of a workbook, their types, and the relations between them. */

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** The namespace of sheets, styles and notes. */
export const MAIN_NAMES = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
export const RELATION_NAMES = `xmlns:r="${OFFICE}"`;

export const CONTENT_TYPES_PART = '[Content_Types].xml';

export interface RelationTo {
  readonly id: string;
  /** The end of the type's address, such as `worksheet`. */
  readonly type: string;
  /** Already escaped for XML. */
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

/** The content type of a part. `part` is the path from the root of the archive. */
export function typeXml(part: string, type: keyof typeof TYPES, prefix = ''): string {
  return `<${prefix}Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${TYPES[type]}+xml"/>`;
}

export function endingXml(ending: string, type: string, prefix = ''): string {
  return `<${prefix}Default Extension="${ending}" ContentType="application/${type}"/>`;
}

/** The type of the drawings with the boxes of notes. */
export const DRAWING_TYPE = 'vnd.openxmlformats-officedocument.vmlDrawing';

export function typesXml(types: string): string {
  const defaults = [
    endingXml('rels', 'vnd.openxmlformats-package.relationships+xml'),
    endingXml('xml', 'xml'),
    endingXml('vml', DRAWING_TYPE),
  ];
  return `<Types xmlns="${PACKAGE}/content-types">${defaults.join('')}${types}</Types>`;
}
