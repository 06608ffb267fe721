/** A context of which a command may use only what the test gives it: everything else throws. */
import type { Context } from '../../../src/context.ts';

export function testContext(given: Partial<Context> = {}): Context {
  const untouchable = new Proxy(given, {
    get: (target, name) => {
      if (Object.hasOwn(target, name)) return Reflect.get(target, name);
      throw new Error(`the command must not use context.${String(name)}`);
    },
  });
  return untouchable as Context;
}
