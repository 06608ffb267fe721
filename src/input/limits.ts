/** A CSV row longer than this is taken for a mistake, usually a quote that is never closed. */
export const MAX_RECORD_BYTES = 1_000_000;

/** Spreadsheets break the lines of a header; a broken header cell of more characters is taken for a stray quote. */
export const MAX_BROKEN_HEADER_CHARACTERS = 100;

/** A JSON value may hold a whole schedule with thousands of candidates, so it may be larger than a CSV row. */
export const MAX_JSON_RECORD_BYTES = 64 * 1024 * 1024;

/** Arrays and objects within one JSON record; deeper nesting is taken for an attack, not for data. */
export const MAX_JSON_DEPTH = 100;
