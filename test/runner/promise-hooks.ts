// Ends the test runner's watch over every promise. It finds the suite that a test is declared in by it, and multiplies the
// cost of awaiting: 200,000 awaits take 970 ms of processor time with it and 100 ms without.
import { createRequire } from 'node:module'

/** What a process needs to be started with; the second keeps it from telling that the first is not for everybody. */
export const internalsFlags = ['--expose-internals', '--disable-warning=internal/test/binding']

interface AsyncBinding {
  setPromiseHooks?(init: undefined, before: undefined, after: undefined, settled: undefined): void
}

/** For when everything is declared. What is thrown outside of every test is then told of the process, which fails, too. A
 * Node that has no such part only takes longer. */
export function unwatchPromises(): void {
  try {
    const { internalBinding } = createRequire(import.meta.url)('internal/test/binding') as {
      internalBinding(name: string): AsyncBinding
    }
    const { setPromiseHooks } = internalBinding('async_wrap')
    // Not in the middle of what a promise has started, whose end would be missed.
    setImmediate(() => setPromiseHooks?.(undefined, undefined, undefined, undefined))
  } catch {
    // Not started with the flag.
  }
}
