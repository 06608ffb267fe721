/** The size of a CSV row. A longer row counts as a mistake, usually a quote that is never closed. */
export const MAX_RECORD_BYTES = 1_000_000;

/** The length of a header cell with line breaks, which spreadsheets write. A longer one counts as a stray quote. */
export const MAX_BROKEN_HEADER_CHARACTERS = 100;

/** The size of a JSON value. It may be larger than a CSV row: a schedule can have thousands of candidates. */
export const MAX_JSON_RECORD_BYTES = 64 * 1024 * 1024;

/** The depth of arrays and objects in a JSON record. Deeper nesting counts as an attack. */
export const MAX_JSON_DEPTH = 100;
