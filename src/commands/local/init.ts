/** `local init`: makes an empty platform, or one with an example catalogue. */
import type { Command } from 'commander';
import type { Context, Platform } from '../../context.ts';
import { StoreError } from '../../errors.ts';
import { type Call, createCommand, setAction } from '../options/call.ts';
import { addStoreOptions, confirmWrite, findStore, withPlatform } from '../options/store-options.ts';
import { nextCommand } from '../options/words.ts';
import { presentDone } from '../present-result.ts';

export function initCommand(context: Context): Command {
  const command = createCommand('init', {
    summary: 'make the store of the embedded platform',
    description: 'Makes the store of the embedded platform. A store that is there already is left as it is.',
    examples: [
      ['examctl local init', 'an empty platform, to be filled by local load'],
      ['examctl local init --example', 'with assessments, hierarchies, roles and owners to try things on'],
    ],
  }).option('--example', 'load a small catalogue to try things on');
  return setAction(context, addStoreOptions(command), async (call: Call<{ example?: true }>) => {
    const { output, flags } = call;
    const { store, where, backend } = findStore(call);
    if (await backend.exists(store)) {
      const text = `There is a store in ${where} already; nothing was changed.`;
      return done(call, { made: false, example: false }, text);
    }
    await confirmWrite(call);
    await backend.create(store);
    output.note(`Made an empty store in ${where}.`);
    if (!flags.example) {
      const next = `Next: ${nextCommand(['local', 'load', 'CATALOGUE.json'], call)}`;
      return done(call, { made: true, example: false }, next);
    }
    await withPlatform(call, 'write', 'local init', loadExample);
    const next = nextCommand(['schedule', 'push', 'FILE', '--dry-run'], call);
    const text = `Loaded the example catalogue. Next: ${next}`;
    await done(call, { made: true, example: true }, text);
  });
}

/** Loads the example catalogue. */
export async function loadExample(platform: Platform): Promise<void> {
  const { default: catalogue } = await import('../../../fixtures/catalogue/example.json', { with: { type: 'json' } });
  const outcome = await platform.load(catalogue);
  if ('problems' in outcome) throw new StoreError('The example catalogue was refused', { cause: outcome.problems });
}

interface Made {
  readonly made: boolean;
  readonly example: boolean;
}

function done(call: Call, made: Made, text: string): Promise<void> {
  return presentDone(call, 'local init', { store: findStore(call).where, ...made }, text);
}
