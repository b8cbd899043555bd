// The test runner's watch over every promise, timer and socket, ended while tests run. It finds the suite that a test is declared in by
// it, and multiplies the cost of awaiting: 200,000 awaits take 970 ms of processor time with it and 100 ms without. Of small requests
// over a socket it takes a fifth.
import { createRequire } from 'node:module'

/** What a process needs to be started with; the second keeps it from telling that the first is not for everybody. */
export const internalsFlags = ['--expose-internals', '--disable-warning=internal/test/binding']

interface AsyncBinding {
  setPromiseHooks?(init: undefined, before: undefined, after: undefined, settled: undefined): void
}

interface AsyncHook {
  enable(): void
  disable(): void
}

interface AsyncHooks {
  getHookArrays?(): readonly [hooks: readonly AsyncHook[], ...others: unknown[]]
}

/** The test runner's own; neither a gateway nor a test has hooks. */
let disabled: readonly AsyncHook[] = []

/** For when everything is declared. What is thrown outside of every test is then attributed to the process, which fails, too. Without
 * this part of Node, tests only take longer. */
export function unwatchPromises(): void {
  try {
    const load = createRequire(import.meta.url)
    const { internalBinding } = load('internal/test/binding') as { internalBinding(name: string): AsyncBinding }
    const { setPromiseHooks } = internalBinding('async_wrap')
    const { getHookArrays } = load('internal/async_hooks') as AsyncHooks
    // Not in the middle of what a promise has started, whose end would be missed.
    setImmediate(() => {
      setPromiseHooks?.(undefined, undefined, undefined, undefined)
      // A copy: each takes itself out of the list.
      disabled = [...(getHookArrays?.()[0] ?? [])]
      for (const hook of disabled) hook.disable()
    })
  } catch {
    // Not started with the flag.
  }
}

/** For when more is to be declared. */
export function watchPromises(): void {
  for (const hook of disabled) hook.enable()
  disabled = []
}
