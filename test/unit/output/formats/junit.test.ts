import { expect, it } from 'vitest';
import { renderJunit } from '../../../../src/output/formats/junit.ts';
import { LIVE } from '../../../support/cli/control-characters.ts';
import { hostileRun } from '../hostile-report.ts';
import { finding, result } from '../report-fixtures.ts';
import { reportedRun } from '../reported-run.ts';

const textOf = (run: ReturnType<typeof reportedRun>) => [...renderJunit(run)].join('');

it('a JUnit report has a test case for each record, and a failure for each of its errors', () => {
  const findings = [
    finding({ line: 3, key: 'u-2', rule: 'r.one', message: 'one', column: null, field: null }),
    finding({
      line: 3,
      key: 'u-2',
      rule: 'r.two',
      message: 'two',
      suggestion: 'do',
      column: 'Login',
      field: 'UserName',
    }),
    finding({ line: 3, key: 'u-2', severity: 'warning', message: 'odd' }),
  ];
  const results = [
    result({ name: 'Ada L.' }),
    result({ key: 'u-2', line: 3, outcome: 'failed', errors: [{ Code: 1, Error: 'one' }] }),
    result({ key: 'u-3', line: 4, outcome: 'not-sent' }),
  ];
  expect(textOf(reportedRun({ findings, results, counts: { read: 3 } }))).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="examctl user sync" tests="3" failures="1" errors="0">
  <testsuite name="users.csv" tests="3" failures="1" errors="0" skipped="1" time="0" timestamp="2026-11-21T03:15:00">
    <testcase name="Ada L. (u-1)" classname="user sync.users.csv" time="0"/>
    <testcase name="u-2" classname="user sync.users.csv" time="0">
      <failure type="r.one" message="one">users.csv:3
code: 209
one</failure>
      <failure type="r.two" message="two">users.csv:3, column Login
field: UserName
code: 209
two
do</failure>
    </testcase>
    <testcase name="u-3" classname="user sync.users.csv" time="0">
      <skipped/>
    </testcase>
  </testsuite>
</testsuites>
`);
});

it('a JUnit report counts the records without a result, and has the error that stopped the command', () => {
  const error = { name: 'UnreachableError', message: 'no answer', hint: 'try later' };
  const text = textOf(reportedRun({ error, counts: { read: 5, valid: 4, invalid: 1 }, findings: [finding()] }));
  expect(text).toContain('<testsuites name="examctl user sync" tests="3" failures="1" errors="1">');
  expect(text).toContain('<error type="UnreachableError" message="no answer">try later</error>');
  expect(text).toContain('<testcase name="4 other users without a finding"');
});

it('a JUnit report gives each test case of a file a name of its own', () => {
  const results = [2, 3, 3].map((line) => result({ key: 'u-1', line, action: 'create' }));
  const names = [...textOf(reportedRun({ results })).matchAll(/<testcase name="([^"]*)"/g)].map(([, name]) => name);
  expect(names).toEqual(['u-1', 'u-1, 2', 'u-1, 3']);
});

it('a JUnit report escapes hostile strings', () => {
  const text = textOf(hostileRun);
  const elements = [...text.matchAll(/<([/?]?[a-z-]+)/g)].map(([, name]) => name?.replace('/', ''));
  expect(new Set(elements)).toEqual(new Set(['?xml', 'testsuites', 'testsuite', 'testcase', 'failure', 'skipped']));
  expect(text).not.toMatch(LIVE);
  expect(text).not.toContain('\ufffe');
  expect(text).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#39;)/);
});
