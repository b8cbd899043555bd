// An acquirer with scripted answers, which records its requests.

import assert from 'node:assert/strict'
import type {
  Acquirer,
  AcquirerCapabilities,
  AcquirerRequest,
  AcquirerResult,
  Acquirers,
  InquiryResult,
  ReversalResult,
} from '../../../src/payments/ports/acquirer.ts'
import { allCapabilities } from '../builders/capabilities.ts'

export interface AcquirerScript {
  readonly capabilities?: Partial<AcquirerCapabilities>
  /** The first probes; afterwards it can be reached. */
  readonly isReachable?: readonly boolean[]
  readonly ask?: readonly AcquirerResult[]
  readonly inquire?: readonly (InquiryResult | Promise<InquiryResult>)[]
  readonly reverse?: readonly (ReversalResult['kind'] | (() => Promise<ReversalResult>))[]
}

export function scriptedAcquirer(script: AcquirerScript) {
  const calls: ('ask' | 'inquire' | 'reverse')[] = []
  const questions: AcquirerRequest[] = []
  const left = {
    ask: script.ask?.values() ?? [].values(),
    inquire: script.inquire?.values() ?? [].values(),
    reverse: script.reverse?.values() ?? [].values(),
  }
  const probes = (script.isReachable ?? []).values()
  function next<T>(kind: 'ask' | 'inquire' | 'reverse', lines: Iterator<T>): T {
    calls.push(kind)
    const { value, done } = lines.next()
    return done ? assert.fail(`the acquirer was not to be asked again: ${calls.join()}`) : value
  }
  const acquirer: Acquirer = {
    capabilities: { ...allCapabilities, ...script.capabilities },
    isReachable: async () => probes.next().value ?? true,
    async ask(question) {
      questions.push(question)
      return next('ask', left.ask)
    },
    inquire: async () => next('inquire', left.inquire),
    async reverse() {
      const result = next('reverse', left.reverse)
      return typeof result === 'function' ? result() : { kind: result }
    },
    closeBatch: async () => ({ kind: 'NOTHING_OPEN' }),
  }
  const current = (linkId: string) => ({ linkId, adapter: linkId, acquirerId: 'SYSTEST_ACQ1', revision: 1 })
  const acquirers: Acquirers = { of: () => acquirer, current }
  return { acquirers, calls, questions }
}
