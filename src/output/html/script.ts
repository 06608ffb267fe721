import { ROW_PARTS } from './rows.ts';

/**
 * The script of the HTML report: it unpacks the rows, and filters, sorts and pages the table. It writes text only, never
 * markup. Without it, the page shows the first rows.
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
  const packed = by('data').textContent;
  const binary = atob(packed);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const { rows, cells, header } = JSON.parse(await new Response(stream).text());
  const [${ROW_PARTS.join(', ').toUpperCase()}] = Array(${ROW_PARTS.length}).keys();
  const RANK = { error: 0, warning: 1, note: 2, change: 3, record: 4 };
  const texts = [];
  const collectTexts = (count) => {
    const end = Math.min(rows.length, texts.length + count);
    while (texts.length < end) texts.push(rows[texts.length].slice(0, ROW).join('\\n').toLowerCase());
    if (end < rows.length) setTimeout(() => collectTexts(5000));
  };
  const all = rows.map((_, index) => index);
  const state = { view: all, page: 0, sort: null, descending: false, size: 50 };
  const LABELS = [...by('table').tHead.rows[0].cells].map((cell) => cell.textContent.trim());
  const place = (row) => row[FILE] + ':' + row[LINE];
  const showRow = (row) => {
    const details = make('details');
    details.append(make('summary', 'Row'));
    details.addEventListener('toggle', () => {
      if (details.childElementCount > 1) return;
      const table = make('table', undefined, 'row');
      for (const [index, cell] of cells[row[ROW]].entries()) {
        const line = table.insertRow();
        const head = make('th', header[index] ?? 'column ' + (index + 1));
        head.scope = 'row';
        const isWrong = index === row[CELL];
        const value = make('td', isWrong ? undefined : cell, isWrong ? 'wrong' : '');
        if (isWrong) value.append(make('mark', cell || '(empty)'));
        line.append(head, value);
      }
      details.append(table);
    });
    return details;
  };
  const toRow = (index) => {
    const row = rows[index];
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
    add(place(row));
    add(row[COLUMN]);
    add(row[VALUE] === '' ? '' : [make('mark', row[VALUE])]);
    add(row[KEY]);
    add(row[NAME]);
    const message = [make('span', row[MESSAGE])];
    if (row[SUGGESTION]) message.push(make('p', row[SUGGESTION], 'soft'));
    if (row[ROW] >= 0) message.push(showRow(row));
    add(message);
    add(row[RULE] + (row[CODE] ? ' (' + row[CODE] + ')' : ''));
    add(row[OUTCOME]);
    return line;
  };
  const show = () => {
    const { view, size } = state;
    const pages = Math.max(1, Math.ceil(view.length / size));
    state.page = Math.min(Math.max(state.page, 0), pages - 1);
    const first = state.page * size;
    by('rows').replaceChildren(...view.slice(first, first + size).map(toRow));
    by('status').textContent = view.length === 0 ? 'No rows match.'
      : 'Rows ' + (first + 1).toLocaleString('en') + ' to ' + Math.min(first + size, view.length).toLocaleString('en') +
        ' of ' + view.length.toLocaleString('en') + (view.length < all.length ? ' that match' : '');
    by('previous').disabled = state.page === 0;
    by('next').disabled = state.page >= pages - 1;
  };
  const keyOf = [
    (row) => RANK[row[SEVERITY]], null, (row) => row[COLUMN], (row) => row[VALUE], (row) => row[KEY], (row) => row[NAME],
    (row) => row[MESSAGE], (row) => row[RULE], (row) => row[OUTCOME],
  ];
  const order = (indices) => {
    if (state.sort === null) return indices;
    const key = keyOf[state.sort];
    const sign = state.descending ? -1 : 1;
    const keys = key ? rows.map(key) : null;
    const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    return [...indices].sort((a, b) => sign * (keys
      ? compare(keys[a], keys[b])
      : compare(rows[a][FILE], rows[b][FILE]) || rows[a][LINE] - rows[b][LINE]) || a - b);
  };
  const update = () => {
    const text = by('text').value.trim().toLowerCase();
    if (text) collectTexts(rows.length);
    const severity = by('severity').value;
    const rule = by('rule').value;
    const matches = (index) => (text === '' || texts[index].includes(text)) &&
      (severity === '' || rows[index][SEVERITY] === severity) && (rule === '' || rows[index][RULE] === rule);
    state.view = order(text || severity || rule ? all.filter(matches) : all);
    state.page = 0;
    show();
  };
  const rules = new Map();
  for (const row of rows) if (row[RULE]) rules.set(row[RULE], (rules.get(row[RULE]) ?? 0) + 1);
  for (const [rule, count] of [...rules].sort((a, b) => b[1] - a[1])) {
    const option = make('option', rule + ' (' + count.toLocaleString('en') + ')');
    option.value = rule;
    by('rule').append(option);
  }
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
  show();
  setTimeout(() => collectTexts(5000));
  performance.mark('ready');
  document.documentElement.dataset.ready = 'true';
})().catch((error) => {
  document.getElementById('status').textContent = 'This browser cannot show all rows: ' + error.message;
});
`;
