// Which counters a failed sign-in counts on, and which locks follow.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type CounterState,
  failuresLastMs,
  type ProofKind,
  planSignInAttempt,
  type SignInSource,
  signInCountersOf,
} from './lock-out.ts'

const now = new Date('2026-03-02T09:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)

const network = (name: string): SignInSource => ({ kind: 'NETWORK', network: name })
const browser: SignInSource = { kind: 'BROWSER', browserId: 'b1' }
const session: SignInSource = { kind: 'SESSION', consoleSessionId: 's1' }
const others: readonly SignInSource[] = [
  network('10.0.0.2'),
  { kind: 'BROWSER', browserId: 'b2' },
  { kind: 'SESSION', consoleSessionId: 's2' },
]

function userUnder() {
  const stored = new Map<string, CounterState>()
  return (source: SignInSource, proof: ProofKind = 'PASSWORD', at = now) => {
    const planned = planSignInAttempt(signInCountersOf(source, proof), stored, at)
    if (planned.kind === 'LOCKED') return 'locked'
    for (const counter of planned.counters) stored.set(counter.name, counter)
    const locks = planned.counters.flatMap(({ lockedUntil }) => (lockedUntil ? [lockedUntil.getTime()] : []))
    return locks.length > 0 ? (Math.max(...locks) - at.getTime()) / 1_000 : 0
  }
}

describe('a failed sign-in', () => {
  for (const [source, proof, names] of [
    [network('10.0.0.1'), 'PASSWORD', ['network 10.0.0.1', 'passwords']],
    [network('10.0.0.1'), 'CODE', ['network 10.0.0.1', 'codes']],
    [browser, 'PASSWORD', ['browser b1']],
    [browser, 'CODE', ['browser b1']],
    [session, 'PASSWORD', ['session s1']],
    [session, 'CODE', ['session s1']],
  ] as const)
    it(`with a ${proof} from a ${source.kind} counts on ${names.join(' and ')}`, () => {
      assert.deepEqual(
        signInCountersOf(source, proof).map(({ name }) => name),
        names,
      )
    })

  it('locks the source after the fifth failure, and no other source', () => {
    for (const source of [network('10.0.0.1'), browser, session]) {
      const attempt = userUnder()
      assert.deepEqual(
        [1, 2, 3, 4, 5].map(() => attempt(source)),
        [0, 0, 0, 0, 60],
      )
      assert.equal(attempt(source), 'locked')
      for (const other of others) assert.equal(attempt(other), 0)
      assert.equal(attempt(source, 'PASSWORD', later(60_000)), 120)
    }
  })

  it('locks a network at once after ten failures from others, and spares browsers, sessions and first tries', () => {
    const attempt = userUnder()
    for (let number = 0; number < 10; number += 1) assert.equal(attempt(network(`10.0.1.${number}`)), 0)
    assert.equal(attempt(network('10.0.2.1')), 1_800)
    assert.equal(attempt(network('10.0.2.1')), 'locked')
    assert.equal(attempt(network('10.0.2.1'), 'PASSWORD', later(1_800_000)), 3_600)
    assert.equal(attempt(network('10.0.2.2')), 1_800, 'a network that has not failed has its try')
    for (const source of [browser, session]) assert.equal(attempt(source), 0)
  })

  it('with a code counts over all networks together, since the password was right', () => {
    const attempt = userUnder()
    const locks = [1, 2, 3, 4, 5].map((number) => attempt(network(`10.0.0.${number}`), 'CODE'))
    assert.deepEqual(locks, [0, 0, 0, 0, 60])
    assert.equal(attempt(network('10.0.0.9'), 'CODE'), 'locked')
    assert.equal(attempt(network('10.0.0.9'), 'PASSWORD'), 0, 'passwords are not')
    assert.equal(attempt(browser, 'CODE'), 0)
  })

  it('is dropped after a day without another', () => {
    const attempt = userUnder()
    for (let time = 0; time < 4; time += 1) attempt(browser)
    assert.equal(attempt(browser, 'PASSWORD', later(failuresLastMs)), 0)
    assert.equal(attempt(browser, 'PASSWORD', later(failuresLastMs)), 0)
  })
})
