/** The words in which a report speaks of a command's records: one table, so that every sentence fits every command. */
export interface RecordWords {
  readonly one: string;
  readonly many: string;
  readonly created: string;
  readonly updated: string;
  /** Done where only the target knows whether it created or updated. */
  readonly accepted: string;
  /** The end of "all 40 schedules are …". */
  readonly unchanged: string;
}

const USUAL = { created: 'created', updated: 'updated', accepted: 'accepted', unchanged: 'as the file says' };
const SCHEDULES = { one: 'schedule', many: 'schedules', ...USUAL };
const USERS = { one: 'user', many: 'users', ...USUAL };
const COLLECTIONS = { one: 'collection', many: 'collections', ...USUAL };
const RECORDS = { one: 'record', many: 'records', ...USUAL };

const WORDS: ReadonlyMap<string, RecordWords> = new Map([
  ['schedule push', SCHEDULES],
  ['validate schedules', SCHEDULES],
  ['validate candidates', { one: 'candidate', many: 'candidates', ...USUAL }],
  ['user sync', USERS],
  ['validate users', USERS],
  ['collection add', COLLECTIONS],
  ['validate collections', COLLECTIONS],
  [
    'invigilators remove',
    { one: 'removal', many: 'removals', created: 'done', updated: 'done', accepted: 'done', unchanged: 'done already' },
  ],
  ['validate invigilators', { one: 'invigilator', many: 'invigilators', ...USUAL }],
]);

/** Commands that take records of any kind (`runs resume`, `apply`) speak of records. */
export function wordsFor(command: string): RecordWords {
  return WORDS.get(command) ?? RECORDS;
}

/** A count with its thousands apart. Loading a locale takes longer than most commands, and few counts need one. */
export function formatNumber(count: number): string {
  return count < 1_000 ? String(count) : count.toLocaleString('en-US');
}

/** `1 user`, `2,000 users`. */
export function counted(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
