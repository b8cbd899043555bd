import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type ChainEnd, type ChainedLine, chainStart, textOfLine } from './audit-chain.ts'
import { type ChainFault, checkChain } from './audit-check.ts'

const merchantId = 'SHOP1'
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** Entries 1 to `length` as the gateway writes them. */
function chainOf(length: number): readonly ChainedLine[] {
  const lines: ChainedLine[] = []
  let end: ChainEnd = chainStart
  for (let position = 1; position <= length; position += 1) {
    const about = { auditId: `${position + 100}`, atMicros: `${position}000000`, actor: `person-${position % 3}` }
    const line = linked(
      { ...about, action: 'ORDER_REVIEWED', subject: `{"orderId": "${position}"}` },
      position,
      end.hash,
    )
    lines.push(line)
    end = line
  }
  return lines
}

function linked(
  line: Omit<ChainedLine, 'position' | 'previousHash' | 'hash'>,
  position: number,
  previousHash: string,
): ChainedLine {
  return { ...line, position, previousHash, hash: hash(textOfLine(merchantId, line, { position, previousHash })) }
}

const endOf = (lines: readonly ChainedLine[]): ChainEnd => lines.at(-1) ?? chainStart

/** In the order of their current positions, as the database returns them. */
function faultsOf(lines: readonly ChainedLine[], end: ChainEnd | undefined): readonly ChainFault[] {
  const check = checkChain({ merchantId, end, hash })
  const within = lines.filter(({ position }) => end === undefined || position <= end.position)
  const faults = within.toSorted((a, b) => b.position - a.position).flatMap((line) => check.take(line))
  return [...faults, ...check.end()]
}

function named(faults: readonly ChainFault[]): readonly string[] {
  return faults.map((fault) => {
    if (fault.kind === 'REMOVED') return `REMOVED ${fault.from}-${fault.to}`
    if (fault.kind === 'REORDERED') return `REORDERED ${fault.line.position} from ${fault.stoodAt}`
    return `${fault.kind} ${fault.line.position}`
  })
}

const positionOf = (fault: ChainFault) => (fault.kind === 'REMOVED' ? fault.to : fault.line.position)

const replaced = (lines: readonly ChainedLine[], position: number, change: Partial<ChainedLine>) =>
  lines.map((line) => (line.position === position ? { ...line, ...change } : line))

const alterations: readonly Partial<ChainedLine>[] = [
  { auditId: '999' },
  { atMicros: '4000001' },
  { actor: 'another user' },
  { action: 'REFUND_APPROVED' },
  { subject: '{"orderId": "other"}' },
  { previousHash: 'a'.repeat(64) },
  { hash: 'b'.repeat(64) },
]

describe('the check of the audit log', () => {
  const lines = chainOf(10)
  const end = endOf(lines)

  it('finds nothing where nothing was altered', () => {
    assert.deepEqual(faultsOf(lines, end), [])
    assert.deepEqual(faultsOf(lines, undefined), [], 'also without an authenticated head')
    assert.deepEqual(faultsOf([], chainStart), [])
    assert.deepEqual(faultsOf([], undefined), [])
  })

  it('names a removed entry, with the times of its neighbours', () => {
    for (const position of [2, 5, 9]) {
      const rest = lines.filter((line) => line.position !== position)
      assert.deepEqual(faultsOf(rest, end), [
        {
          kind: 'REMOVED',
          from: position,
          to: position,
          afterMicros: `${position - 1}000000`,
          beforeMicros: `${position + 1}000000`,
        },
      ])
    }
  })

  it('names entries that were cut off at either end', () => {
    assert.deepEqual(named(faultsOf(lines.slice(0, 7), end)), ['REMOVED 8-10'])
    assert.deepEqual(named(faultsOf(lines.slice(3), end)), ['REMOVED 1-3'])
    assert.deepEqual(named(faultsOf([], end)), ['REMOVED 1-10'])
  })

  it('names an altered entry, whatever was altered, and no other', () => {
    for (const position of [1, 4, 10])
      for (const alteration of alterations)
        assert.deepEqual(
          named(faultsOf(replaced(lines, position, alteration), end)),
          [`ALTERED ${position}`],
          JSON.stringify(alteration),
        )
  })

  it('names an altered entry whose hash was recomputed to fit', () => {
    const [, , third] = lines
    assert.ok(third)
    const forged = linked({ ...third, actor: 'another user' }, 3, third.previousHash)
    assert.deepEqual(named(faultsOf(replaced(lines, 3, forged), end)), ['REWRITTEN 3'])
  })

  it('finds a chain that was rewritten to its end, whose hash cannot be confirmed', () => {
    const forged: ChainedLine[] = []
    let before: ChainEnd = chainStart
    for (const line of lines) {
      const again = linked(line.position === 3 ? { ...line, actor: 'another user' } : line, line.position, before.hash)
      forged.push(again)
      before = again
    }
    assert.deepEqual(named(faultsOf(forged, end)), ['REWRITTEN 10'])
  })

  it('finds a first entry that claims to follow others', () => {
    const [first] = chainOf(1)
    assert.ok(first)
    const second = linked(first, 1, 'c'.repeat(64))
    assert.deepEqual(named(faultsOf([second], second)), ['REWRITTEN 1'])
  })

  it('names entries that have changed places, and their former positions', () => {
    const swapped = lines.map((line) => {
      if (line.position === 4) return { ...line, position: 5 }
      return line.position === 5 ? { ...line, position: 4 } : line
    })
    assert.deepEqual(named(faultsOf(swapped, end)), ['REORDERED 5 from 4', 'REORDERED 4 from 5'])
  })

  it('names inserted entries, and those that were moved for them', () => {
    const [first] = lines
    const before = lines[5]?.hash ?? ''
    assert.ok(first)
    for (const previousHash of [before, 'd'.repeat(64)]) {
      const forged = linked({ ...first, auditId: '998', actor: 'another user' }, 7, previousHash)
      const second = linked({ ...first, auditId: '999', actor: 'another user' }, 8, forged.hash)
      const moved = lines.map((line) => (line.position > 6 ? { ...line, position: line.position + 2 } : line))
      assert.deepEqual(named(faultsOf([...moved, forged, second], end)), [
        ...['REORDERED 10 from 8', 'REORDERED 9 from 7'],
        ...['INSERTED 8', 'INSERTED 7'],
      ])
    }
  })

  it('names two entries that have changed places over a distance, and none between them', () => {
    const swapped = lines.map((line) => {
      if (line.position === 2) return { ...line, position: 9 }
      return line.position === 9 ? { ...line, position: 2 } : line
    })
    assert.deepEqual(named(faultsOf(swapped, end)), ['REORDERED 9 from 2', 'REORDERED 2 from 9'])
  })

  it('names an entry before the first', () => {
    const [first] = lines
    assert.ok(first)
    assert.deepEqual(named(faultsOf([...lines, { ...first, position: 0 }], end)), ['INSERTED 0'])
  })

  it('does not confirm an entry that only an altered one contradicts', () => {
    const [, , third, fourth] = lines
    assert.ok(third && fourth)
    const forged = linked({ ...third, actor: 'another user' }, 3, third.previousHash)
    const both = replaced(replaced(lines, 3, forged), 4, { actor: 'another' })
    assert.deepEqual(named(faultsOf(both, end)), ['ALTERED 4', 'DOUBTFUL 3'])
  })

  it('finds any tampering with entries, and names the highest of those affected', () => {
    const tampering = fc.record({
      length: fc.integer({ min: 1, max: 30 }),
      victims: fc.array(fc.tuple(fc.nat(), fc.constantFrom('REMOVE', ...alterations), fc.boolean()), {
        minLength: 1,
        maxLength: 4,
      }),
    })
    fc.assert(
      fc.property(tampering, ({ length, victims }) => {
        const honest = chainOf(length)
        let forged = honest
        for (const [chosen, what, isHashedAnew] of victims) {
          const position = (chosen % length) + 1
          const line = forged.find((each) => each.position === position)
          if (!line) continue
          if (what === 'REMOVE') forged = forged.filter((each) => each !== line)
          else {
            const altered = { ...line, ...(what as Partial<ChainedLine>) }
            const kept = isHashedAnew ? linked(altered, position, altered.previousHash) : altered
            forged = forged.map((each) => (each === line ? kept : each))
          }
        }
        const isSame = (line: ChainedLine) => forged.some((each) => JSON.stringify(each) === JSON.stringify(line))
        const highest = honest.findLast((line) => !isSame(line))
        const [first] = faultsOf(forged, endOf(honest))
        assert.equal(first === undefined ? undefined : positionOf(first), highest?.position)
      }),
      { numRuns: 200 },
    )
  })
})
