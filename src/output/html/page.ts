import { COLUMNS } from './rows.ts';

const PLACES = Object.fromEntries(COLUMNS.map((name, at) => [name, at]));

/**
 * The script of the HTML report. It unpacks the rows, then filters and pages the table. It writes text only, never
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
  const binary = atob(by('data').textContent);
  const packed = new Uint8Array(binary.length);
  // A million calls of a function would take a second.
  for (let at = 0; at < binary.length; at += 1) packed[at] = binary.charCodeAt(at);
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  // One row on each line. A row is split into its texts when it is shown.
  const text = await new Response(unpacked).text();
  const rows = text.split('\\n');
  const searched = text.toLowerCase().split('\\n');
  const partsOf = (row) => row.split('\\t');
  const labels = [...by('table').tHead.rows[0].cells].map((cell) => cell.textContent.trim());
  const state = { view: rows, page: 0, size: 50 };
  const contentOf = (row, at) => {
    if (at !== AT.Message || !row[SUGGESTION]) return row[at];
    return [make('span', row[at]), make('p', row[SUGGESTION], 'soft')];
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
  const isOfRule = (row, rule) => row.includes(rule) && partsOf(row)[AT.Rule].split(' (')[0] === rule;
  const update = () => {
    const wanted = by('text').value.trim().toLowerCase();
    const [kind, rule] = [by('severity').value, by('rule').value];
    state.view = rows.filter((row, at) => searched[at].includes(wanted) && row.startsWith(kind) && (!rule || isOfRule(row, rule)));
    state.page = 0;
    show();
  };
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

/** The style of the HTML report: light or dark, wide or narrow, screen or paper. Colour is never the only sign. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1b1b1f; --soft: #55555f; --paper: #fff; --line: #c9c9d1; --shade: #f3f3f6;
  --error: #b3261e; --warning: #8a5a00; --good: #1b6b3a; --change: #1f5aa8; --other: #6b6b76; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececf1; --soft: #b4b4c0; --paper: #17171b; --line: #45454f;
  --shade: #222228; --error: #ff9c94; --warning: #f3bf5c; --good: #7fd7a0; --change: #93c0ff; --other: #a5a5b1; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 90rem; padding: 1rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.15rem; margin: 1.5rem 0 .5rem; }
p { margin: .25rem 0; } .soft { color: var(--soft); }
a, button, select, input { font: inherit; color: inherit; }
:focus-visible { outline: 3px solid var(--change); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; } .skip:focus { left: 1rem; background: var(--paper); padding: .5rem; }
.verdict { border-left: .4rem solid var(--good); padding-left: .75rem; } .verdict.bad { border-color: var(--error); }
.counts { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 1rem 0; } .counts div { display: flex; flex-direction: column-reverse; }
.counts dt { color: var(--soft); } .counts dd { margin: 0; font-size: 1.4rem; font-variant-numeric: tabular-nums; }
.bars { list-style: none; padding: 0; margin: .25rem 0; } .bars li { display: flex; flex-wrap: wrap; align-items: center; column-gap: .5rem; }
.bars svg { width: min(20rem, 40%); height: .8rem; }
.fill-error { fill: var(--error); } .fill-warning { fill: var(--warning); } .fill-good { fill: var(--good); }
.fill-change { fill: var(--change); } .fill-other { fill: var(--other); }
.controls { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: .5rem 0; }
.controls label { display: flex; flex-direction: column; color: var(--soft); }
select { max-width: calc(100vw - 3rem); } input, select, button { background: var(--paper); border: 1px solid var(--other); border-radius: .3rem; padding: .35rem .6rem; color: var(--ink); }
button:disabled { opacity: .6; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .5rem; border-bottom: 1px solid var(--line); }
#table > * > tr > :nth-child(4) { min-width: 11rem; } #table > * > tr > :nth-child(6) { min-width: 14rem; } th { white-space: nowrap; }
thead th { background: var(--shade); }
.error { color: var(--error); font-weight: 600; } .warning { color: var(--warning); font-weight: 600; } .change { color: var(--change); }
@media (max-width: 45rem) {
  #table thead { position: absolute; left: -100rem; } #table, #table > tbody, #table > tbody > tr, #table > tbody > tr > td { display: block; width: 100%; }
  #table > tbody > tr { border: 1px solid var(--line); border-radius: .4rem; margin: .5rem 0; padding: .25rem; }
  #table > tbody > tr > td { border: 0; padding: .15rem .4rem; min-width: 0 !important; } #table > tbody > tr > td:empty { display: none; }
  #table > tbody > tr > td::before { content: attr(data-label) ": "; color: var(--soft); }
}
@media print {
  :root { --ink: #000; --soft: #333; --paper: #fff; --line: #999; --error: #8c1d18; --warning: #6b4500; --good: #1b6b3a; --change: #1f5aa8; }
  .controls, .pager, .skip { display: none; } body { max-width: none; padding: 0; font-size: 9pt; }
  thead { display: table-header-group; } tr, .bars li { break-inside: avoid; } h2 { break-after: avoid; }
  .scroll { overflow: visible; } #table { font-size: 7.5pt; table-layout: fixed; } #table th { white-space: normal; } #table th:nth-child(1) { width: 7%; }
  #table th:nth-child(2) { width: 13%; } #table th:nth-child(6) { width: 24%; } #table th:nth-child(7) { width: 14%; } #table > * > tr > * { min-width: 0 !important; padding: .2rem .3rem; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
