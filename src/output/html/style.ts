/** The style of the HTML report: light or dark, wide or narrow, screen or paper. Colour is never the only sign. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1b1b1f; --soft: #55555f; --paper: #fff; --line: #c9c9d1; --shade: #f3f3f6;
  --error: #b3261e; --warning: #8a5a00; --good: #1b6b3a; --change: #1f5aa8; --other: #6b6b76; --mark: #ffe08a; --mark-ink: #1b1b1f; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececf1; --soft: #b4b4c0; --paper: #17171b; --line: #45454f;
  --shade: #222228; --error: #ff9c94; --warning: #f3bf5c; --good: #7fd7a0; --change: #93c0ff; --other: #a5a5b1; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 90rem; padding: 1rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.15rem; margin: 1.5rem 0 .5rem; }
p { margin: .25rem 0; } .soft { color: var(--soft); }
a, summary, button, select, input { font: inherit; color: inherit; }
:focus-visible { outline: 3px solid var(--change); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; } .skip:focus { left: 1rem; background: var(--paper); padding: .5rem; }
.verdict { border-left: .4rem solid var(--good); padding-left: .75rem; } .verdict.bad { border-color: var(--error); }
.counts { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 1rem 0; } .counts div { display: flex; flex-direction: column-reverse; }
.counts dt { color: var(--soft); } .counts dd { margin: 0; font-size: 1.4rem; font-variant-numeric: tabular-nums; }
svg { display: block; width: 100%; height: auto; } svg.narrow { max-width: 40rem; } svg text { fill: var(--ink); font-size: 13px; }
.fill-error { fill: var(--error); } .fill-warning { fill: var(--warning); } .fill-good { fill: var(--good); }
.fill-change { fill: var(--change); } .fill-other { fill: var(--other); }
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: .25rem 0; }
.legend svg { display: inline-block; width: .9rem; height: .9rem; vertical-align: -.1rem; }
.controls { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: .5rem 0; }
.controls label { display: flex; flex-direction: column; color: var(--soft); }
input, select, button { background: var(--paper); border: 1px solid var(--other); border-radius: .3rem; padding: .35rem .6rem; color: var(--ink); }
button:disabled { opacity: .6; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .5rem; border-bottom: 1px solid var(--line); }
#table > * > tr > :nth-child(7) { min-width: 14rem; } th { white-space: nowrap; }
thead th { background: var(--shade); } th button { border: 0; background: none; padding: 0; font-weight: 600; }
th[aria-sort] button::after { content: " \\2195"; } th[aria-sort=ascending] button::after { content: " \\2191"; }
th[aria-sort=descending] button::after { content: " \\2193"; }
.error { color: var(--error); font-weight: 600; } .warning { color: var(--warning); font-weight: 600; } .change { color: var(--change); }
mark { background: var(--mark); color: var(--mark-ink); padding: 0 .15rem; }
.row th, .row td { padding: .15rem .4rem; font-size: .9rem; white-space: normal; } .row th { width: 45%; } .row .wrong { outline: 2px solid var(--error); }
@media (max-width: 45rem) {
  #table thead { position: absolute; left: -100rem; } #table, #table > tbody, #table > tbody > tr, #table > tbody > tr > td { display: block; width: 100%; }
  #table > tbody > tr { border: 1px solid var(--line); border-radius: .4rem; margin: .5rem 0; padding: .25rem; }
  #table > tbody > tr > td { border: 0; padding: .15rem .4rem; min-width: 0 !important; } #table > tbody > tr > td:empty { display: none; }
  svg.narrow text { font-size: 16px; }
  #table > tbody > tr > td::before { content: attr(data-label) ": "; color: var(--soft); }
}
@media print {
  :root { --ink: #000; --soft: #333; --paper: #fff; --line: #999; --error: #8c1d18; --warning: #6b4500; --good: #1b6b3a; --change: #1f5aa8; }
  .controls, .pager, .skip, summary { display: none; } body { max-width: none; padding: 0; font-size: 9pt; }
  thead { display: table-header-group; } tr, figure, svg { break-inside: avoid; } h2 { break-after: avoid; }
  .scroll { overflow: visible; } #table { font-size: 7.5pt; table-layout: fixed; } #table th { white-space: normal; } #table th:nth-child(1) { width: 7%; }
  #table th:nth-child(2) { width: 13%; } #table th:nth-child(7) { width: 24%; } #table th:nth-child(8) { width: 14%; } #table > * > tr > * { min-width: 0 !important; padding: .2rem .3rem; }
  /* Browsers do not repeat buttons on the next printed page, so the label is printed as text. */
  th button { display: none; } th[aria-sort]::before { content: attr(data-label); }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
