// Which values a field type certainly accepts and leaves as they are. Nearly every value of a request is one, and to find
// that out takes less than to read it. What is not certain is read by the type itself, so that a test may be narrower than
// its type, never wider.
import type { FieldType, Lengths } from '../row.ts'

export type UnchangedTest =
  | {
      readonly kind: 'TEXT'
      /** In UTF-16 code units. */
      readonly lengths: Lengths
      readonly pattern?: RegExp
      readonly isValid?: (text: string) => boolean
      /** The pattern admits neither NUL nor surrogates. */
      readonly isPlain: boolean
    }
  | { readonly kind: 'LISTED'; readonly values: ReadonlySet<string> }
  | { readonly kind: 'BOOLEAN' }

type ReadValue = FieldType['read']

/** By the function, not by the type: a type made from another one with a reader of its own does not inherit the test. */
const tests = new WeakMap<ReadValue, UnchangedTest>()

/** The type, once it is known which values it leaves unchanged. */
export function leavingUnchanged<T>(type: FieldType<T>, test: UnchangedTest): FieldType<T> {
  if (test.kind === 'TEXT' && /[gy]/.test(test.pattern?.flags ?? ''))
    throw new Error('a pattern that remembers where it stopped cannot test values')
  tests.set(type.read, test)
  return type
}

export function unchangedTestOf(type: FieldType): UnchangedTest | undefined {
  return tests.get(type.read)
}

/** One class of printable ASCII characters, any number of times. */
const plainClass = /^\^\[(?!\^)(?:[\x20-\x5b\x5e-\x7e]|\\[\\\]^-])*\]\*\$$/

export function isPlainClass(pattern: RegExp | undefined): boolean {
  return pattern !== undefined && pattern.flags === '' && plainClass.test(pattern.source)
}
