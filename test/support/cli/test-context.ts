/** A context for a command. Members that the test does not pass throw when the command reads them. */
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
