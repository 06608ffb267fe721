import { describe, expect, it } from 'vitest';
import { prepareWords } from '../../../src/commands/options/words.ts';
import { createProgram } from '../../../src/commands/program.ts';
import { testContext } from '../../support/cli/test-context.ts';

function split(line: string): string {
  const argv = line.split(' ');
  return prepareWords(argv, createProgram(testContext(), '0.0.0', argv)).join(' ');
}

describe('short flags in one word', () => {
  it.each([
    ['schedule push s.csv -nq', 'schedule push s.csv -n -q'],
    ['schedule push s.csv -qnvy', 'schedule push s.csv -q -n -v -y'],
    ['schedule push -no json s.csv', 'schedule push -n -o json s.csv'],
    ['schedule push -nojson s.csv', 'schedule push -n -ojson s.csv'],
    ['-qy schedule push s.csv', 'schedule push -q -y s.csv'],
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

describe('flags before the command', () => {
  it.each([
    ['--upsert schedule push x.csv', 'schedule push --upsert x.csv'],
    ['-n --title schedule schedule --json push x.csv', 'schedule push -n --title schedule --json x.csv'],
    ['--profile local user sync -', 'user sync --profile local -'],
    ['schedule x push', 'schedule x push'],
    ['--bogus x schedule push', '--bogus x schedule push'],
    ['-- schedule push', '-- schedule push'],
  ])('%s is %s', (line, meant) => {
    expect(split(line)).toBe(meant);
  });
});

describe('a flag without its value', () => {
  it.each([
    ['user sync x.csv --rejects --dry-run', '--rejects', '--dry-run'],
    ['user sync x.csv --rejects -n', '--rejects', '-n'],
    ['user sync x.csv --set --report --report r.csv', '--set', '--report'],
    ['user sync --map --help', '--map', '--help'],
    ['user sync --rejects -- x.csv', '--rejects', '--'],
    ['user sync x.csv -no --json', '--output', '--json'],
  ])('is refused before a flag: %s', (line, flag, next) => {
    expect(() => split(line)).toThrow(`${flag} needs a value, and ${next} follows it`);
  });

  it.each([
    'schedule push --title=--dry-run x.csv',
    'schedule push --title --draft x.csv',
    'invigilators remove --file -',
    'user sync x.csv --rejects',
  ])('is told from a value: %s', (line) => {
    expect(split(line)).toBe(line);
  });

  it.each(['user sync -y=x', 'user sync --yes=x', 'user sync -nq=x'])(
    'a value is refused where none is taken: %s',
    (line) => {
      expect(() => split(line)).toThrow(/takes no value: --?\w+=x/);
    },
  );
});
