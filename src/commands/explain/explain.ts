/** `explain`: prints the meaning of a rule or a code. */
import { UsageError } from '../../errors.ts';
import type { Explanation } from '../../platform/explain/explain.ts';
import type { Call } from '../options/call.ts';
import { defineCommand } from '../options/create-command.ts';
import { presentRows } from '../options/present-result.ts';

export const explainCommand = defineCommand('explain', {
  summary: 'say what a rule or a code means',
  description:
    'Says what a rule or a code of a finding means, what the field accepts, and where the interface says it. ' +
    'Several rules can share a code.',
  examples: [
    ['examctl explain user.email.invalid', 'a rule, as findings and reports name it'],
    ['examctl explain 209', 'a code of the interface, with all of its rules'],
  ],
  takes: (command) => command.argument('<rule>', 'name of a rule, or a code'),
  work: async (call: Call, name: string) => {
    const { explain, meantRule } = await import('../../platform/explain/explain.ts');
    const found = explain(name);
    if (found.length === 0) {
      const meant = meantRule(name);
      throw new UsageError(`There is no rule or code ${JSON.stringify(name)}`, {
        hint: meant === undefined ? 'docs/reference/conditions.md lists them.' : `Did you mean ${meant}?`,
      });
    }
    if (call.global.format === 'table') await call.output.print(await textOf(call, found));
    else await presentRows(call, COLUMNS, found);
  },
});

const COLUMNS = ['rule', 'code', 'meaning', 'where'] as const satisfies (keyof Explanation)[];

async function textOf({ output: { width } }: Call, found: readonly Explanation[]): Promise<string> {
  const { wrapToWidth } = await import('../../output/terminal/display-width.ts');
  const { forTerminal } = await import('../../output/terminal/escape.ts');
  const line = (label: string, text: string): string => {
    const lines = wrapToWidth(forTerminal(text), Math.max(20, (width ?? 100) - INDENT));
    return `${label.padEnd(INDENT)}${lines.join(`\n${' '.repeat(INDENT)}`)}\n`;
  };
  const texts = found.map(({ rule, code, meaning, where }) =>
    [`${rule}${code === null ? '' : ` (code ${code})`}\n`, line('  means', meaning), line('  see', where)].join(''),
  );
  return texts.join('\n');
}

const INDENT = 10;
