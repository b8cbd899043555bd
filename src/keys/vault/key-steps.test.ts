// Rotations as a simulation: time passes, processes read keys at intervals, accounts are saved, the first process takes
// the next step. Whatever the order, nothing may be lost.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { HashPurpose, KeyPurpose } from '../ports/vault.ts'
import {
  defaultKeyWaits,
  isRotationComplete,
  type KeyFacts,
  type KeyScan,
  mentionScanOf,
  nextStep,
  type PassFacts,
} from './key-steps.ts'

const waits = defaultKeyWaits
/** A process reads keys at least this often. */
const readEveryMs = 5_000
/** Work that is begun with a key is committed within this time. */
const commitWithinMs = 600_000

interface Row {
  keys: Set<string>
}

interface Process {
  knownMs: number
  known: readonly KeyFacts[]
}

interface Save {
  readonly keys: readonly string[]
  readonly dueMs: number
}

/** All accounts of one purpose, two processes and the work on rotations, in memory. */
function world(purpose: KeyPurpose) {
  let nowMs = 1_000_000_000
  let made = 1
  let keys: KeyFacts[] = [fresh('CURRENT')]
  const passes = new Map<KeyScan, PassFacts>()
  const rows: Row[] = []
  const saves: Save[] = []
  const processes: Process[] = [0, 1].map(() => ({ knownMs: nowMs, known: keys }))

  function fresh(state: KeyFacts['state']): KeyFacts {
    made += 1
    return { keyId: `key-${made}`, purpose, state, sinceMs: nowMs, isToBeEmptied: false, namedMs: undefined }
  }

  const change = (keyId: string, changes: Partial<KeyFacts>) => {
    keys = keys.map((key) => (key.keyId === keyId ? { ...key, ...changes } : key))
  }
  const current = () => keys.find(({ state }) => state === 'CURRENT')?.keyId ?? assert.fail('no current key')

  function written(process: Process): readonly string[] {
    const states = purpose === 'DATA' ? ['CURRENT'] : ['CURRENT', 'INTRODUCED', 'RETIRING']
    const inState = (wanted: string) => process.known.filter(({ state }) => state === wanted)
    return states.flatMap(inState).map(({ keyId }) => keyId)
  }

  function rotate(): void {
    const isUnderWay = keys.some(({ state }) => state === 'INTRODUCED' || state === 'RETIRING')
    if (purpose !== 'DATA' && isUnderWay) return
    if (purpose !== 'DATA') {
      keys = [...keys, fresh('INTRODUCED')]
      return
    }
    change(current(), { state: 'RETIRING', sinceMs: nowMs })
    keys = [...keys.map((key) => ({ ...key, isToBeEmptied: true })), fresh('CURRENT')]
  }

  function scan(work: KeyScan): void {
    let changed = 0
    for (const row of rows) {
      for (const { keyId, state, isToBeEmptied } of keys) {
        if (work === 'RESEAL' && isToBeEmptied && state !== 'CURRENT' && row.keys.has(keyId)) {
          row.keys = new Set([current()])
          changed += 1
          change(keyId, { namedMs: nowMs })
        }
        if (work === 'BACKFILL' && ['CURRENT', 'INTRODUCED'].includes(state) && !row.keys.has(keyId)) {
          row.keys.add(keyId)
          changed += 1
        }
      }
      if (work === 'LOOK_ACCOUNT')
        for (const { keyId, state } of keys)
          if (state === 'RETIRED' && row.keys.has(current()) && row.keys.delete(keyId))
            change(keyId, { namedMs: nowMs })
      if (work === mentionScanOf(purpose))
        for (const keyId of row.keys)
          if (['RETIRING', 'RETIRED'].includes(keys.find((key) => key.keyId === keyId)?.state ?? '')) {
            change(keyId, { namedMs: nowMs })
          }
    }
    passes.set(work, { work, beganMs: nowMs, changed, isEnded: true })
  }

  return {
    get keys() {
      return keys
    },
    get rows() {
      return rows
    },
    get isSettled() {
      return isRotationComplete(purpose, { nowMs, keys, passes: [...passes.values()] }, waits)
    },
    rotate,
    written: (index: number) => written(processes[index] ?? assert.fail()),
    lookedUp: (index: number) => new Set(processes[index]?.known.map(({ keyId }) => keyId)),
    save(index: number, afterMs: number): void {
      // A session is found by one hash, an account by all that are written.
      const isOne = purpose === 'SESSION'
      const keys = isOne ? this.written(index).slice(0, 1) : this.written(index)
      if (afterMs === 0) rows.push({ keys: new Set(keys) })
      else saves.push({ keys, dueMs: nowMs + Math.min(afterMs, commitWithinMs) })
    },
    read(index: number): void {
      processes[index] = { knownMs: nowMs, known: keys }
    },
    pass(ms: number): void {
      const until = nowMs + ms
      while (nowMs < until) {
        nowMs = Math.min(nowMs + 1_000, until)
        for (const [index, { knownMs }] of processes.entries()) if (nowMs - knownMs >= readEveryMs) this.read(index)
        for (const save of saves.splice(0)) {
          if (save.dueMs <= nowMs) rows.push({ keys: new Set(save.keys) })
          else saves.push(save)
        }
      }
    },
    work(): string {
      const step = nextStep({ nowMs, keys, passes: [...passes.values()] }, waits)
      switch (step.kind) {
        case 'SCAN':
          scan(step.work)
          break
        case 'SWITCH':
          change(current(), { state: 'RETIRING', sinceMs: nowMs })
          change(step.key.keyId, { state: 'CURRENT', sinceMs: nowMs })
          break
        case 'RETIRE':
          change(step.key.keyId, { state: 'RETIRED', sinceMs: nowMs })
          break
        case 'DESTROY': {
          const { keyId } = step.key
          for (const row of rows) assert.ok(!row.keys.has(keyId), `${keyId} is destroyed while a row names it`)
          for (const save of saves) assert.ok(!save.keys.includes(keyId), `${keyId} is destroyed under a save`)
          keys = keys.filter((key) => key.keyId !== keyId)
          break
        }
        case 'WAIT':
          break
      }
      return step.kind
    },
  }
}

const action = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ kind: 'ROTATE' as const }) },
  { weight: 4, arbitrary: fc.constant({ kind: 'WORK' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('SAVE' as const),
      process: fc.nat(1),
      afterMs: fc.oneof(fc.constant(0), fc.nat(commitWithinMs)),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('READ' as const), process: fc.nat(1) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('PASS' as const),
      ms: fc.oneof(fc.nat(3_000), fc.nat(20_000), fc.nat(2_000_000)),
    }),
  },
)

describe('a rotation, in any order of events', () => {
  for (const purpose of ['ACCOUNT', 'SESSION', 'DATA'] as const) {
    it(`of ${purpose} keys gives two gateways a common key to write under, finds everything and loses nothing`, () => {
      fc.assert(
        fc.property(fc.array(action, { maxLength: 120 }), (actions) => {
          const game = world(purpose)
          for (const each of actions) {
            if (each.kind === 'ROTATE') game.rotate()
            else if (each.kind === 'WORK') game.work()
            else if (each.kind === 'SAVE') game.save(each.process, each.afterMs)
            else if (each.kind === 'READ') game.read(each.process)
            else game.pass(each.ms)
            if (purpose === 'DATA') continue
            const [one, other] = [game.written(0), game.written(1)]
            assert.ok(
              one.some((keyId) => other.includes(keyId)),
              `${one} and ${other} have nothing in common`,
            )
            for (const row of game.rows)
              for (const index of [0, 1]) {
                const known = game.lookedUp(index)
                assert.ok(
                  [...row.keys].some((keyId) => known.has(keyId)),
                  'a row cannot be found',
                )
              }
          }
        }),
        { numRuns: 400 },
      )
    })
  }

  for (const purpose of ['ACCOUNT', 'DATA'] as const) {
    it(`of ${purpose} keys ends with one key, and every row is under it`, () => {
      const game = world(purpose)
      for (let saved = 0; saved < 5; saved += 1) game.save(0, 0)
      game.pass(1_000)
      game.rotate()
      let steps = 0
      while (game.keys.length > 1) {
        assert.ok(steps < 20_000, 'it does not end')
        steps += 1
        if (game.work() === 'WAIT') game.pass(60_000)
      }
      const [key] = game.keys
      assert.equal(key?.state, 'CURRENT')
      for (const row of game.rows) assert.deepEqual([...row.keys], [key?.keyId])
      assert.ok(game.isSettled)
    })
  }
})

describe('the next step of a rotation', () => {
  const nowMs = 10_000_000_000
  const key = (facts: Partial<KeyFacts>): KeyFacts => ({
    keyId: 'key',
    purpose: 'REQUEST',
    state: 'CURRENT',
    sinceMs: nowMs - waits.stepMs,
    isToBeEmptied: false,
    namedMs: undefined,
    ...facts,
  })
  const step = (facts: Partial<KeyFacts>, ...passes: readonly PassFacts[]) =>
    nextStep({ nowMs, keys: [key(facts)], passes }, waits)
  const pass = (work: KeyScan, facts: Partial<PassFacts> = {}): PassFacts => ({
    work,
    beganMs: nowMs,
    changed: 0,
    isEnded: true,
    ...facts,
  })

  it('is none while every purpose has one key', () => {
    assert.deepEqual(step({}), { kind: 'WAIT' })
  })

  it('is not taken before every process must have noticed the previous one', () => {
    const purposes: readonly HashPurpose[] = ['REQUEST', 'PASSWORD', 'SESSION']
    for (const purpose of purposes) {
      const introduced = { purpose, state: 'INTRODUCED' } as const
      assert.equal(step({ ...introduced, sinceMs: nowMs - waits.stepMs + 1 }).kind, 'WAIT')
      assert.equal(step(introduced).kind, 'SWITCH')
    }
    const retiring = { state: 'RETIRING' } as const
    assert.equal(step({ ...retiring, sinceMs: nowMs - waits.settleMs + 1 }).kind, 'WAIT')
    assert.equal(step({ ...retiring, sinceMs: nowMs - waits.settleMs }).kind, 'RETIRE')
  })

  it('hashes accounts under a new key before it is used, until a whole pass has found none that was not', () => {
    const introduced = { purpose: 'ACCOUNT', state: 'INTRODUCED' } as const
    assert.deepEqual(step(introduced), { kind: 'SCAN', work: 'BACKFILL' })
    assert.equal(step({ ...introduced, sinceMs: nowMs }).kind, 'WAIT')
    assert.deepEqual(step(introduced, pass('BACKFILL', { changed: 1 })), { kind: 'SCAN', work: 'BACKFILL' })
    assert.deepEqual(step(introduced, pass('BACKFILL', { isEnded: false })), { kind: 'SCAN', work: 'BACKFILL' })
    const tooEarly = pass('BACKFILL', { beganMs: nowMs - 1 })
    assert.deepEqual(step(introduced, tooEarly), { kind: 'SCAN', work: 'BACKFILL' })
    assert.equal(step(introduced, pass('BACKFILL')).kind, 'SWITCH')
  })

  it('destroys a key only after a whole pass, begun late enough, that has not found it', () => {
    const retired = { state: 'RETIRED' } as const
    assert.deepEqual(step(retired), { kind: 'SCAN', work: 'LOOK_REQUEST' })
    assert.equal(step(retired, pass('LOOK_REQUEST', { beganMs: nowMs - waits.stepMs - 1 })).kind, 'SCAN')
    assert.equal(step(retired, pass('LOOK_REQUEST')).kind, 'DESTROY')
    assert.equal(step({ ...retired, namedMs: nowMs }, pass('LOOK_REQUEST')).kind, 'WAIT')
    assert.equal(step({ ...retired, namedMs: nowMs - waits.settleMs + 1 }, pass('LOOK_REQUEST')).kind, 'WAIT')
    assert.equal(step({ ...retired, namedMs: nowMs - waits.settleMs }, pass('LOOK_REQUEST')).kind, 'DESTROY')
  })

  it('searches again for a key that is still named after a week, and not continuously', () => {
    const [beganMs, sinceMs] = [nowMs - waits.lookAgainMs, 0]
    const named = { state: 'RETIRED', sinceMs, namedMs: beganMs } as const
    const scan = { kind: 'SCAN', work: 'LOOK_REQUEST' }
    assert.equal(
      nextStep({ nowMs: nowMs - 1, keys: [key(named)], passes: [pass('LOOK_REQUEST', { beganMs })] }, waits).kind,
      'WAIT',
    )
    assert.deepEqual(step(named, pass('LOOK_REQUEST', { beganMs })), scan)
  })

  it('keeps values sealed under a key that was replaced only because it was used up', () => {
    const usedUp = { purpose: 'DATA', state: 'RETIRING' } as const
    assert.equal(step(usedUp).kind, 'WAIT')
    assert.deepEqual(step({ ...usedUp, isToBeEmptied: true }), { kind: 'SCAN', work: 'RESEAL' })
  })
})
