import { COLUMNS, ROW_KINDS } from './rows.ts';

const PLACES = Object.fromEntries(COLUMNS.map((name, at) => [name, at]));

/**
 * The script of the HTML report. It unpacks the rows, then filters, sorts and pages the table. It writes text only, never
 * markup. Without the script, the page shows the first rows.
 */
export const SCRIPT = `
'use strict';
(async () => {
  const by = (id) => document.getElementById(id);
  const make = (tag, content = [], className = '') => {
    const element = document.createElement(tag);
    element.append(...[content].flat());
    element.className = className;
    return element;
  };
  const AT = ${JSON.stringify(PLACES)};
  const SUGGESTION = ${COLUMNS.length};
  const KINDS = ${JSON.stringify(ROW_KINDS)};
  const header = JSON.parse(by('data').dataset.header);
  const binary = atob(by('data').textContent);
  const packed = new Uint8Array(binary.length);
  // A million calls of a function would take a second.
  for (let at = 0; at < binary.length; at += 1) packed[at] = binary.charCodeAt(at);
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  // One row on each line. A row is split into its texts when it is shown or sorted.
  const text = await new Response(unpacked).text();
  const rows = text.split('\\n');
  const searched = text.toLowerCase().split('\\n');
  const partsOf = (row) => row.split('\\t');
  const heads = [...by('table').tHead.rows[0].cells];
  const labels = heads.map((cell) => cell.textContent.trim());
  const state = { view: rows, page: 0, size: 50, sort: -1, sign: 1 };
  const sourceOf = ([wrong, ...cells]) => {
    const details = make('details', make('summary', 'Row'));
    details.addEventListener('toggle', () => {
      if (details.childElementCount > 1) return;
      details.append(make('table', cells.map((cell, at) => {
        const head = make('th', header[at] ?? 'column ' + (at + 1));
        head.scope = 'row';
        const value = at === Number(wrong) ? make('td', make('mark', cell || '(empty)'), 'wrong') : make('td', cell);
        return make('tr', [head, value]);
      }), 'row'));
    });
    return details;
  };
  const contentOf = (row, at) => {
    if (at === AT.Value && row[at] !== '') return make('mark', row[at]);
    if (at !== AT.Message) return row[at];
    const source = row.slice(SUGGESTION + 1);
    const suggestion = row[SUGGESTION] ? make('p', row[SUGGESTION], 'soft') : [];
    return [make('span', row[at]), suggestion, source.length > 0 ? sourceOf(source) : []].flat();
  };
  const toRow = (joined) => {
    const row = partsOf(joined);
    const line = make('tr', labels.map((label, at) => {
      const cell = make('td', contentOf(row, at), at === AT.Kind ? row[at] : '');
      cell.setAttribute('role', 'cell');
      cell.dataset.label = label;
      return cell;
    }));
    line.setAttribute('role', 'row');
    return line;
  };
  const show = () => {
    const { view, page, size } = state;
    const first = page * size;
    by('rows').replaceChildren(...view.slice(first, first + size).map(toRow));
    const number = (one) => one.toLocaleString('en');
    by('status').textContent = view.length === 0 ? 'No rows match.'
      : 'Rows ' + number(first + 1) + ' to ' + number(Math.min(first + size, view.length)) + ' of ' + number(view.length) +
        (view.length === rows.length ? '' : ' that match');
    by('previous').disabled = page === 0;
    by('next').disabled = first + size >= view.length;
  };
  const { compare } = new Intl.Collator('en', { numeric: true });
  const order = (a, b) => state.sort === AT.Kind ? KINDS.indexOf(a) - KINDS.indexOf(b) : compare(a, b);
  const inOrder = (found) => found.map((row) => [partsOf(row)[state.sort], row])
    .sort(([a], [b]) => state.sign * order(a, b)).map(([, row]) => row);
  const isOfRule = (row, rule) => row.includes(rule) && partsOf(row)[AT.Rule].split(' (')[0] === rule;
  const update = () => {
    const wanted = by('text').value.trim().toLowerCase();
    const [kind, rule] = [by('severity').value, by('rule').value];
    const found = rows.filter((row, at) => searched[at].includes(wanted) && row.startsWith(kind) && (!rule || isOfRule(row, rule)));
    state.view = state.sort < 0 ? found : inOrder(found);
    state.page = 0;
    show();
  };
  for (const [at, cell] of heads.entries()) {
    const button = make('button', labels[at]);
    button.type = 'button';
    cell.setAttribute('aria-sort', 'none');
    cell.replaceChildren(button);
    button.addEventListener('click', () => {
      state.sign = state.sort === at ? -state.sign : 1;
      state.sort = at;
      for (const other of heads) other.setAttribute('aria-sort', 'none');
      cell.setAttribute('aria-sort', state.sign < 0 ? 'descending' : 'ascending');
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
  performance.mark('usable');
  document.documentElement.dataset.ready = 'true';
})().catch((error) => {
  document.getElementById('status').textContent = 'This browser cannot show all rows: ' + error.message;
});
`;
