// The functions of node:test for files that need a browser. On a machine without one each test is skipped by itself, so that
// skipped tests are counted one by one.
import * as test from 'node:test'
import { browserSource } from './find-browser.ts'

const source = browserSource()
const skip = source.kind === 'MISSING' ? source.reason : undefined

/** Every step in the browser has a limit, but a file may wait for something else. Shorter than the limit of a whole suite, so
 * that the test which waits is named. */
const timeout = 240_000

type Options = Pick<test.TestOptions, 'timeout' | 'concurrency'>

export function describe(name: string, ...rest: [fn: test.SuiteFn] | [options: Options, fn: test.SuiteFn]): void {
  const [options, fn] = rest.length === 2 ? rest : [{}, rest[0]]
  void test.describe(name, { timeout, ...options }, fn)
}

// Not wrapped where tests run: the runner names the place where it is called.
export const it: typeof test.it =
  skip === undefined ? test.it : Object.assign((name: string) => test.it(name, { skip }), test.it)

/** Hooks would start what no test is going to use. */
const unlessSkipped = <Hook>(hook: (fn: Hook) => void) => (skip === undefined ? hook : () => {})

export const before = unlessSkipped((fn: test.HookFn) => test.before(fn))
export const beforeEach = unlessSkipped((fn: test.HookFn) => test.beforeEach(fn))
export const after = unlessSkipped((fn: test.HookFn) => test.after(fn))
