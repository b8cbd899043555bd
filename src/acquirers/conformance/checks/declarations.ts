// What the link says of itself: its capabilities and its connections.
import { gatewayCodes } from '../../../kernel/gateway-code.ts'
import { allRefusals, defaultTimeoutPolicies, type FailureCode, refusalMeanings } from '../../../payments/index.ts'
import type { ConformanceCheck } from '../check.ts'
import { expect } from '../failure.ts'

const repeatableKinds: ReadonlySet<string> = new Set(['CAPTURE', 'REFUND', 'UPDATE_AUTHORIZATION', 'VOID'])
const flags = [
  ...(['canInquire', 'canReverse', 'holdsEarlyReversals', 'canCapturePartially'] as const),
  ...(['canVerifyZeroAmount', 'closesBatches'] as const),
]

const batchTotalsPolicies: ReadonlySet<string> = new Set(['RECONCILED', 'REPORTED', 'NONE'])

export const declaresCapabilities: ConformanceCheck = {
  name: 'declares its capabilities in full',
  async run({ acquirer: { capabilities } }) {
    for (const flag of flags) expect(typeof capabilities[flag] === 'boolean', `${flag} must be true or false`)
    const { refundsSeveralCaptures = false } = capabilities
    expect(typeof refundsSeveralCaptures === 'boolean', 'refundsSeveralCaptures must be true or false')
    const { lateArrivalMs, voidWindowMs = 1, timeoutPolicies, canReverse, holdsEarlyReversals } = capabilities
    expect(Number.isSafeInteger(lateArrivalMs) && lateArrivalMs >= 0, 'lateArrivalMs must be a whole number from 0 on')
    expect(Number.isSafeInteger(voidWindowMs) && voidWindowMs >= 0, 'voidWindowMs must be a whole number from 0 on')
    expect(canReverse || !holdsEarlyReversals, 'holdsEarlyReversals must be false where canReverse is')
    const { batchTotals = 'REPORTED' } = capabilities
    expect(batchTotalsPolicies.has(batchTotals), `batchTotals must be one of ${[...batchTotalsPolicies].join(', ')}`)
    for (const kind of Object.keys(defaultTimeoutPolicies) as (keyof typeof defaultTimeoutPolicies)[]) {
      const words = ['REVERSE', 'ASK', ...(repeatableKinds.has(kind) ? ['REPEAT'] : [])]
      expect(words.includes(timeoutPolicies?.[kind]), `timeoutPolicies.${kind} must be one of ${words.join(', ')}`)
    }
  },
}

const requestKinds = Object.keys(defaultTimeoutPolicies) as (keyof typeof defaultTimeoutPolicies)[]

export const declaresRefusals: ConformanceCheck = {
  name: 'says what each failure means, by request',
  async run({ acquirer: { capabilities } }) {
    for (const kind of requestKinds) {
      const failures = capabilities.refusals?.[kind]
      expect(typeof failures === 'object' && failures !== null, `refusals.${kind} must list the failures of ${kind}`)
      for (const [code, meaning] of Object.entries(failures)) {
        const named = `refusals.${kind}.${code}`
        expect(Object.hasOwn(allRefusals[kind], code), `${named} must be a failure that an acquirer may answer with`)
        expect(refusalMeanings.includes(meaning), `${named} must be one of ${refusalMeanings.join(', ')}`)
      }
    }
  },
}

export const refusesByItsTable: ConformanceCheck = {
  name: 'answers with no failure that its table of refusals does not have',
  async run({ responses, acquirer: { capabilities } }) {
    for (const { kind, gatewayCode } of responses) {
      if (gatewayCodes[gatewayCode]?.result !== 'FAILURE') continue
      const meaning = capabilities.refusals?.[kind]?.[gatewayCode as FailureCode]
      expect(meaning !== undefined, `${kind} was answered with ${gatewayCode}: refusals.${kind} must say what it means`)
    }
  },
}

export const canBeReached: ConformanceCheck = {
  name: 'can be reached',
  async run({ acquirer, subject }) {
    const isReachable = await acquirer.isReachable()
    const reason = subject.link.connections().find((connection) => connection.reason !== undefined)?.reason
    expect(isReachable === true, `isReachable must be true${reason === undefined ? '' : `: ${reason}`}`)
  },
}

const states: ReadonlySet<string> = new Set(['UP', 'SIGNING_ON', 'DOWN'])

export const reportsConnections: ConformanceCheck = {
  name: 'reports the state of its connections',
  async run({ subject: { link } }) {
    const connections = link.connections()
    expect(Array.isArray(connections), 'connections() must give a list')
    for (const { name, state, sinceMs, inFlight } of connections) {
      expect(typeof name === 'string' && name !== '', 'each connection must have a name')
      expect(states.has(state), `the state of ${name} must be one of ${[...states].join(', ')}`)
      expect(Number.isFinite(sinceMs), `sinceMs of ${name} must be a time in milliseconds`)
      expect(Number.isSafeInteger(inFlight) && inFlight >= 0, `inFlight of ${name} must be a whole number from 0 on`)
    }
    const isDown = connections.length > 0 && connections.every(({ state }) => state === 'DOWN')
    expect(!isDown, 'all connections are DOWN although the acquirer can be reached')
  },
}
