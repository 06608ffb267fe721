/** The forms of a template, and the flags of the command. */
export const FORMATS = ['csv', 'json', 'xlsx'] as const;
/** A mapping is a file about files: it says which column is which field. */
export const MAPPING = 'mapping';
export type Format = (typeof FORMATS)[number] | typeof MAPPING;

export interface TemplateFlags {
  readonly format?: Format | undefined;
  readonly example?: true | undefined;
  readonly out?: string | undefined;
}
