import { describe, expect, it } from 'vitest';
import { splitShortFlags } from '../../../src/commands/options/short-flags.ts';
import { createProgram } from '../../../src/commands/program.ts';
import { testContext } from '../../support/cli/test-context.ts';

function split(line: string): string {
  const argv = line.split(' ');
  return splitShortFlags(argv, createProgram(testContext(), '0.0.0', argv)).join(' ');
}

describe('short flags in one word', () => {
  it.each([
    ['schedule push s.csv -nq', 'schedule push s.csv -n -q'],
    ['schedule push s.csv -qnvy', 'schedule push s.csv -q -n -v -y'],
    ['schedule push -no json s.csv', 'schedule push -n -o json s.csv'],
    ['schedule push -nojson s.csv', 'schedule push -n -ojson s.csv'],
    ['-qy schedule push s.csv', '-q -y schedule push s.csv'],
  ])('%s is %s', (line, meant) => {
    expect(split(line)).toBe(meant);
  });

  it.each([
    'schedule push s.csv -n -q',
    'schedule push s.csv -onq',
    'schedule push s.csv --rejects -nq',
    'schedule push -- -nq',
    'schedule push s.csv -zq',
    'schedule push s.csv --dry-run',
    'invigilators remove S-1 -5',
  ])('%s stays as it is', (line) => {
    expect(split(line)).toBe(line);
  });

  it('leave an unknown letter to the command, which refuses it', () => {
    expect(split('schedule push s.csv -nz')).toBe('schedule push s.csv -n -z');
    expect(split('schedule push s.csv -nh')).toBe('schedule push s.csv -n -h');
  });
});
