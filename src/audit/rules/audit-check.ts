// Finds entries of an audit log that are not as they were written. The chain is walked from its end, which only the
// vault can vouch for, to its beginning: an entry that fits vouches for the hash of the previous one.
import { type ChainEnd, type ChainedLine, canonicalJson, chainStart, textOfLine } from './audit-chain.ts'

/**
 * - REMOVED: entries are missing, from one position to another; the times are those of the entries around them.
 * - ALTERED: the entry does not match its hash.
 * - REWRITTEN: the entry matches its hash, but not what follows: it, or entries before it, were rewritten.
 * - DOUBTFUL: the entry matches its hash, but not the altered entry that follows, so it cannot be decided.
 * - REORDERED: the entry was at another position.
 * - INSERTED: an entry with a position that the chain does not have, or for which others were moved.
 */
export type ChainFault =
  | {
      readonly kind: 'REMOVED'
      readonly from: number
      readonly to: number
      readonly afterMicros?: string
      readonly beforeMicros?: string | undefined
    }
  | { readonly kind: 'ALTERED' | 'REWRITTEN' | 'DOUBTFUL' | 'INSERTED'; readonly line: ChainedLine }
  | { readonly kind: 'REORDERED'; readonly line: ChainedLine; readonly stoodAt: number }

export interface ChainCheck {
  /** The next entry downwards; returns what is wrong with it, or between it and the one above. */
  take(line: ChainedLine): readonly ChainFault[]
  /** There are no more. */
  end(): readonly ChainFault[]
}

/**
 * How far from its current position an entry's original place is searched for when it does not fit, and for how many
 * entries.
 */
const searchedPositions = 1_000
const searchesMax = 100

/** `end` is omitted where there is no valid head: then entries are only compared with each other. */
export function checkChain({
  merchantId,
  end,
  hash,
}: {
  readonly merchantId: string
  readonly end: ChainEnd | undefined
  readonly hash: (text: string) => string
}): ChainCheck {
  let next = end?.position
  /** The hash that is vouched for, if there is one. */
  let vouched = end?.hash
  /** The entry above, and whether it was altered itself. */
  let above: { readonly line: ChainedLine; readonly isAltered: boolean } | undefined
  /** What moved entries record about the ones that preceded them. */
  const remembered = new Set<string>()
  /** Entries below a moved one that match their own hash, and that no other entry refers to. */
  let unspokenOf: readonly ChainedLine[] = []
  let searches = 0

  const hashOf = (line: ChainedLine, differently: { readonly previousHash?: string } = {}) =>
    hash(textOfLine(merchantId, line, { ...line, ...differently }))

  function gapAbove(line: ChainedLine): readonly ChainFault[] {
    if (next === undefined || line.position >= next) return []
    const beforeMicros = above?.line.atMicros
    vouched = undefined
    above = undefined
    const times = { afterMicros: line.atMicros, beforeMicros }
    return [{ kind: 'REMOVED', from: line.position + 1, to: next, ...times }]
  }

  function placeOf(line: ChainedLine): number | undefined {
    searches += 1
    if (searches > searchesMax) return undefined
    const subject = canonicalJson(line.subject)
    for (let distance = 1; distance <= searchedPositions; distance += 1)
      for (const position of [line.position - distance, line.position + distance]) {
        const text = textOfLine(merchantId, line, { ...line, position }, subject)
        if (position > chainStart.position && hash(text) === line.hash) return position
      }
    return undefined
  }

  function faultOf(line: ChainedLine, own: string): ChainFault | undefined {
    if (own !== line.hash) {
      const stoodAt = placeOf(line)
      return stoodAt === undefined ? { kind: 'ALTERED', line } : { kind: 'REORDERED', line, stoodAt }
    }
    if (remembered.has(own)) return undefined
    if (vouched !== undefined) return own === vouched ? undefined : { kind: 'REWRITTEN', line }
    if (!above?.isAltered || above.line.previousHash === own) return undefined
    // The only alteration of the entry above may be its previous hash.
    return hashOf(above.line, { previousHash: own }) === above.line.hash ? undefined : { kind: 'DOUBTFUL', line }
  }

  /** Entries between one that was moved up and the one that it refers to are those that had to make room for it. */
  function insertedAbove(own: string): readonly ChainFault[] {
    if (!remembered.delete(own)) return []
    const inserted = unspokenOf.map((line) => ({ kind: 'INSERTED' as const, line }))
    unspokenOf = []
    return inserted
  }

  function noteWhatIsSaid(line: ChainedLine, fault: ChainFault | undefined): void {
    vouched = fault ? undefined : line.previousHash
    // A moved entry refers to an entry elsewhere.
    above = { line, isAltered: fault !== undefined && fault.kind !== 'REORDERED' }
    if (fault?.kind === 'REORDERED') remembered.add(line.previousHash)
    unspokenOf = fault || remembered.size === 0 || unspokenOf.length === searchesMax ? [] : [...unspokenOf, line]
  }

  return {
    take(line) {
      if (line.position <= chainStart.position) return [{ kind: 'INSERTED', line }]
      const gap = gapAbove(line)
      const own = hashOf(line)
      const fault = faultOf(line, own)
      const inserted = fault ? [] : insertedAbove(own)
      noteWhatIsSaid(line, fault)
      next = line.position - 1
      return [...gap, ...inserted, ...(fault ? [fault] : [])]
    },

    end() {
      if (next !== undefined && next > chainStart.position) {
        const times = above && { beforeMicros: above.line.atMicros }
        return [{ kind: 'REMOVED', from: chainStart.position + 1, to: next, ...times }]
      }
      // The first entry has no predecessor.
      const isSecond = above !== undefined && vouched !== undefined && vouched !== chainStart.hash
      return isSecond && above ? [{ kind: 'REWRITTEN', line: above.line }] : []
    },
  }
}
