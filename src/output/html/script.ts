import { BLOCK_ROWS, PART_END, ROW_KINDS, ROW_PARTS } from './rows.ts';

/**
 * The script of the HTML report. It unpacks the rows block by block; the user can already filter, sort and page the
 * table while it does. It splits a row into its parts only to show the row. It writes text only, never markup. Without
 * the script, the page shows the first rows.
 */
export const SCRIPT = `
'use strict';
(async () => {
  const by = (id) => document.getElementById(id);
  const make = (tag, text, className) => {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    if (className) element.className = className;
    return element;
  };
  const [${ROW_PARTS.join(', ').toUpperCase()}] = Array(${ROW_PARTS.length}).keys();
  const count = Number(by('data').dataset.count);
  const header = JSON.parse(by('data').dataset.header);
  const packed = by('data').textContent.split('\\n').filter(Boolean);
  const blocks = [];
  const state = { found: [], view: [], page: 0, size: 50, sort: null, descending: false, text: '', severity: '', rule: '' };
  const unpack = async (block) => {
    const binary = atob(block);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    const [lines, sources] = (await new Response(stream).text()).split(${JSON.stringify(PART_END)});
    return { lines: lines.split('\\n'), searched: lines.toLowerCase() + '\\n', sources };
  };
  const blockOf = (index) => blocks[Math.floor(index / ${BLOCK_ROWS})];
  const rowAt = (index) => blockOf(index).lines[index % ${BLOCK_ROWS}].split('\\t');
  const sourceAt = (index) => blockOf(index).sources.split('\\n')[index % ${BLOCK_ROWS}];
  const LABELS = [...by('table').tHead.rows[0].cells].map((cell) => cell.textContent.trim());
  const showSource = (source) => {
    const details = make('details');
    details.append(make('summary', 'Row'));
    details.addEventListener('toggle', () => {
      if (details.childElementCount > 1) return;
      const [wrong, ...cells] = source.split('\\t');
      const table = make('table', undefined, 'row');
      for (const [index, cell] of cells.entries()) {
        const line = table.insertRow();
        const head = make('th', header[index] ?? 'column ' + (index + 1));
        head.scope = 'row';
        const isWrong = index === Number(wrong);
        const value = make('td', isWrong ? undefined : cell, isWrong ? 'wrong' : '');
        if (isWrong) value.append(make('mark', cell || '(empty)'));
        line.append(head, value);
      }
      details.append(table);
    });
    return details;
  };
  const toRow = (index) => {
    const row = rowAt(index);
    const source = sourceAt(index);
    const line = make('tr');
    line.setAttribute('role', 'row');
    const add = (content, className) => {
      const cell = make('td', typeof content === 'object' ? undefined : content, className);
      if (typeof content === 'object') cell.append(...content);
      cell.setAttribute('role', 'cell');
      cell.dataset.label = LABELS[line.cells.length];
      line.append(cell);
    };
    add(row[SEVERITY], row[SEVERITY]);
    add(row[PLACE]);
    add(row[COLUMN]);
    add(row[VALUE] === '' ? '' : [make('mark', row[VALUE])]);
    add(row[KEY]);
    add(row[NAME]);
    const message = [make('span', row[MESSAGE])];
    if (row[SUGGESTION]) message.push(make('p', row[SUGGESTION], 'soft'));
    if (source) message.push(showSource(source));
    add(message);
    add(row[RULE] + (row[CODE] ? ' (' + row[CODE] + ')' : ''));
    add(row[OUTCOME]);
    return line;
  };
  const showStatus = () => {
    const { view, page, size } = state;
    const isChosen = state.text || state.severity || state.rule;
    const isWhole = blocks.length === packed.length;
    const total = isChosen ? view.length : count;
    const formatted = (number) => number.toLocaleString('en');
    const status = total === 0 ? (isWhole ? 'No rows match.' : 'Searching…')
      : 'Rows ' + formatted(page * size + 1) + ' to ' + formatted(Math.min(page * size + size, total)) + ' of ' + formatted(total) +
        (isChosen ? ' that match' + (isWhole ? '' : ' so far') : '');
    if (by('status').textContent !== status) by('status').textContent = status;
    by('previous').disabled = page === 0;
    by('next').disabled = (page + 1) * size >= view.length;
  };
  const show = () => {
    const first = state.page * state.size;
    by('rows').replaceChildren(...state.view.slice(first, first + state.size).map(toRow));
    showStatus();
  };
  const KINDS = ${JSON.stringify(ROW_KINDS)};
  const KEYS = [
    (row) => KINDS.indexOf(row[SEVERITY]), (row) => [row[FILE], row[SHEET], row[LINE].padStart(9, '0')].join('\\t'),
    ...[COLUMN, VALUE, KEY, NAME, MESSAGE, RULE, OUTCOME].map((part) => (row) => row[part]),
  ];
  const inOrder = (found) => {
    if (state.sort === null) return found;
    const sign = state.descending ? -1 : 1;
    const keyed = found.map((index) => ({ index, key: KEYS[state.sort](rowAt(index)) }));
    keyed.sort((a, b) => (a.key === b.key ? sign * (a.index - b.index) : a.key < b.key ? -sign : sign));
    return keyed.map(({ index }) => index);
  };
  const matches = (line, kind, rule) => line.startsWith(kind) && line.startsWith(rule, line.indexOf('\\t') + 1);
  const find = ({ lines, searched }, first) => {
    // Each row has one line end, so a search for a line end finds every row.
    const text = state.text || '\\n';
    const kind = state.severity && state.severity + '\\t';
    const rule = state.rule && state.rule + '\\t';
    let row = 0;
    let end = searched.indexOf('\\n');
    for (let at = searched.indexOf(text); at >= 0; at = searched.indexOf(text, end + 1)) {
      while (end < at) {
        end = searched.indexOf('\\n', end + 1);
        row += 1;
      }
      if (!kind && !rule || matches(lines[row], kind, rule)) state.found.push(first + row);
    }
  };
  const update = () => {
    state.text = by('text').value.trim().toLowerCase();
    for (const id of ['severity', 'rule']) state[id] = by(id).value;
    state.found = [];
    for (const [index, block] of blocks.entries()) find(block, index * ${BLOCK_ROWS});
    state.view = inOrder(state.found);
    state.page = 0;
    show();
  };
  const addBlock = (block) => {
    const hasPage = state.view.length >= (state.page + 1) * state.size;
    find(block, blocks.length * ${BLOCK_ROWS});
    blocks.push(block);
    if (state.sort === null || blocks.length === packed.length) state.view = inOrder(state.found);
    if (state.sort === null && hasPage) showStatus();
    else show();
  };
  for (const [index, cell] of [...by('table').tHead.rows[0].cells].entries()) {
    const button = make('button', cell.textContent);
    button.type = 'button';
    cell.setAttribute('aria-sort', 'none');
    cell.replaceChildren(button);
    button.addEventListener('click', () => {
      state.descending = state.sort === index && !state.descending;
      state.sort = index;
      for (const other of by('table').tHead.rows[0].cells) other.setAttribute('aria-sort', 'none');
      cell.setAttribute('aria-sort', state.descending ? 'descending' : 'ascending');
      update();
    });
  }
  for (const id of ['text', 'severity', 'rule']) by(id).addEventListener('input', update);
  by('previous').addEventListener('click', () => { state.page -= 1; show(); });
  by('next').addEventListener('click', () => { state.page += 1; show(); });
  addEventListener('beforeprint', () => { state.size = 1000; state.page = 0; show(); });
  addEventListener('afterprint', () => { state.size = 50; show(); });
  for (const element of document.querySelectorAll('.controls, .pager')) element.hidden = false;
  by('static').hidden = true;
  showStatus();
  for (const block of packed) {
    addBlock(await unpack(block));
    if (blocks.length === 1) performance.mark('usable');
  }
  performance.mark('whole');
  document.documentElement.dataset.ready = 'true';
})().catch((error) => {
  document.getElementById('status').textContent = 'This browser cannot show all rows: ' + error.message;
});
`;
