// The rooms of src: what each is for and what it may import. The linter rules (.biome.json) and the table in
// docs/project/architecture.md are generated from this table by write-rooms.js.

/** What every command may import; it asks its context for adapters. */
const BELOW_COMMANDS = [
  'base',
  'platform',
  'input',
  'output/xlsx',
  'output',
  'model',
  'bulk/check',
  'bulk/report',
  'bulk/kinds',
  'bulk/run',
  'runs',
  'settings',
];

// `files` are files of src itself, without the ending.
/** @type {readonly { name: string; holds: string; imports: readonly string[]; files: readonly string[] }[]} */
export const ROOMS = [
  { name: 'base', holds: 'small parts without a subject of their own', imports: [], files: [] },
  { name: 'disk', holds: 'how files are opened, synced and locked', imports: [], files: [] },
  {
    name: 'platform',
    holds: 'the contract: fields, resources, conditions, requests, routes, OpenAPI, explanations, secrets, the port',
    imports: ['base'],
    files: [],
  },
  {
    name: 'model',
    holds: 'what a bulk run works with: draft, finding, report, target',
    imports: ['base', 'platform'],
    files: [],
  },
  {
    name: 'bulk/check',
    holds: 'the checks of drafts, one by one and together',
    imports: ['base', 'platform', 'model'],
    files: [],
  },
  {
    name: 'input',
    holds: 'files into drafts: bytes, CSV, JSON, workbooks, OneRoster, tables, values, schedules',
    imports: ['base', 'platform', 'model'],
    files: ['errors'],
  },
  {
    name: 'output/xlsx',
    holds: 'workbooks: new ones, and those of users with what is wrong marked in them',
    imports: ['base', 'platform', 'model', 'input'],
    files: ['errors'],
  },
  {
    name: 'output',
    holds: 'streams, terminals, reports, annotations for CI, and written files',
    imports: ['base', 'platform', 'model', 'disk'],
    files: ['errors'],
  },
  {
    name: 'store',
    holds: "the store's port, and the stores in a folder and in PostgreSQL",
    imports: ['base', 'platform', 'disk'],
    files: ['errors'],
  },
  {
    name: 'engine',
    holds: "the platform's rules on a store, and plans of what they decide",
    imports: ['base', 'platform', 'store/port'],
    files: ['errors'],
  },
  { name: 'remote', holds: 'the HTTP client', imports: ['base', 'platform'], files: ['errors'] },
  { name: 'server', holds: 'the interface over HTTP', imports: ['base', 'platform'], files: ['errors'] },
  {
    name: 'runs',
    holds: 'what runs leave behind: records, locks, what was last sent',
    imports: ['base', 'platform', 'model', 'disk'],
    files: ['errors'],
  },
  {
    name: 'bulk/report',
    holds: 'the ledger of a run, its results and its report',
    imports: ['base', 'platform', 'model', 'bulk/check'],
    files: ['errors'],
  },
  {
    name: 'bulk/kinds',
    holds: 'the kinds of records, one object each',
    imports: ['base', 'platform', 'input', 'model', 'bulk/check'],
    files: [],
  },
  {
    name: 'bulk/run',
    holds: 'the pipeline: read, check, plan, then keep or send',
    imports: ['base', 'platform', 'model', 'bulk/check', 'bulk/report', 'runs'],
    files: ['errors'],
  },
  {
    name: 'settings',
    holds: 'the settings: their table, the files that say them, and which of them counts',
    imports: ['base', 'platform', 'disk', 'input'],
    files: ['errors', 'built-in-defaults'],
  },
  {
    name: 'commands/serve',
    holds: 'the command that serves the local platform, or a sandbox',
    imports: ['base', 'platform', 'output', 'server'],
    files: ['errors', 'context'],
  },
  {
    name: 'commands',
    holds: 'one folder for each command, and the parts that they share: ask, bulk, options, read, target',
    imports: BELOW_COMMANDS,
    files: ['errors', 'built-in-defaults', 'context'],
  },
];

/**
 * The files of src itself, by the same measure.
 * @type {typeof ROOMS}
 */
export const FILES = [
  { name: 'errors', holds: 'the errors that stop a command', imports: [], files: [] },
  {
    name: 'built-in-defaults',
    holds: 'values that count where neither a flag nor a setting says one',
    imports: [],
    files: [],
  },
  {
    name: 'context',
    holds: 'what a command is given: ports, never adapters',
    imports: ['base', 'platform', 'model', 'output', 'store/port'],
    files: [],
  },
  {
    name: 'wiring',
    holds: 'makes the adapters',
    imports: ['base', 'platform', 'model', 'store', 'engine', 'remote', 'runs'],
    files: ['errors', 'built-in-defaults', 'context'],
  },
  {
    name: 'command-line',
    holds: 'one command line, on streams and an environment that are given',
    imports: ['commands', 'output'],
    files: ['errors', 'context', 'wiring'],
  },
  {
    name: 'main',
    holds: 'streams, signals and exit code of the process',
    imports: [],
    files: ['errors', 'command-line'],
  },
];
