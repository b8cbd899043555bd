// Checks that the audit log of a merchant, or of the operator, is as it was written: nothing removed, altered or moved.

import { createHash } from 'node:crypto'
import type { Clock } from '../../kernel/clock.ts'
import type { AuditChain, AuditHead, ChainHashes, LinkAuditLines } from '../ports/audit.ts'
import { type ChainEnd, chainStart, textOfEnd, textOfLine } from '../rules/audit-chain.ts'
import { type ChainFault, checkChain } from '../rules/audit-check.ts'

/**
 * In addition to problems with single entries:
 *
 * - HEAD_GONE: entries were chained, but the head that records their number is missing.
 * - HEAD_ALTERED: the head was not computed by this vault.
 * - NOT_KNOWN: the entry at a position is not the one remembered from an earlier check.
 */
export type AuditFault =
  | ChainFault
  | { readonly kind: 'HEAD_GONE' }
  | { readonly kind: 'HEAD_ALTERED'; readonly position: number }
  | { readonly kind: 'NOT_KNOWN'; readonly position: number }

export interface AuditReport {
  readonly merchantId: string
  /** How many entries were checked. */
  readonly lines: number
  /**
   * Store it outside the database: only this value reveals that an entire earlier state of the database was restored.
   */
  readonly end: ChainEnd | undefined
  /** The first problems found; the count includes all of them. */
  readonly faults: readonly AuditFault[]
  readonly faultCount: number
  /** Entries without a position yet. That is no fault, but unusual if they wait for long. */
  readonly waiting: { readonly count: number; readonly oldestAt?: Date; readonly isLate: boolean }
}

export interface VerifyAuditDependencies {
  readonly auditChain: Pick<AuditChain, 'findHead' | 'readDown' | 'beyondHead' | 'waiting'>
  readonly vault: Pick<ChainHashes, 'matches'>
  readonly clock: Clock
}

interface VerifyOptions {
  /** What the caller remembers from an earlier check. */
  readonly known?: ChainEnd | undefined
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

const linesPerPage = 1_000
const faultsMax = 100
/** A running gateway chains new entries within a second or two. */
const lateMs = 5 * 60_000

export async function verifyAudit(
  merchantId: string,
  dependencies: VerifyAuditDependencies,
  { known, onProgress = () => undefined }: VerifyOptions = {},
): Promise<AuditReport> {
  const { auditChain, clock } = dependencies
  const { faults, count, add } = collectFaults()
  const end = await findEnd(merchantId, dependencies, add)
  const check = checkChain({ merchantId, end, hash: sha256 })
  let lines = 0
  let isKnown = known === undefined
  let from = end?.position
  for (;;) {
    const page = await auditChain.readDown({ merchantId, limit: linesPerPage, from })
    for (const line of page) {
      add(check.take(line))
      // Recomputed: the hash stored beside the entry could have been written by anyone with access to the database.
      if (line.position === known?.position) isKnown = sha256(textOfLine(merchantId, line, line)) === known.hash
    }
    lines += page.length
    const last = page.at(-1)
    onProgress(lines, Math.max(end?.position ?? 0, lines))
    if (!last || page.length < linesPerPage) break
    from = last.position - 1
  }
  add(check.end())
  if (end) {
    const beyond = await auditChain.beyondHead(merchantId, faultsMax)
    add(beyond.map((line) => ({ kind: 'INSERTED', line })))
  }
  if (known && !isKnown) add([{ kind: 'NOT_KNOWN', position: known.position }])
  const waiting = await auditChain.waiting(merchantId)
  const isLate = waiting.oldestAt !== undefined && clock.now().getTime() - waiting.oldestAt.getTime() > lateMs
  return { merchantId, lines, end, faults, faultCount: count(), waiting: { ...waiting, isLate } }
}

/** Undefined where there is no valid head. */
async function findEnd(
  merchantId: string,
  { auditChain, vault }: VerifyAuditDependencies,
  add: (faults: readonly AuditFault[]) => void,
): Promise<ChainEnd | undefined> {
  const head = await auditChain.findHead(merchantId)
  if (head === 'GONE') add([{ kind: 'HEAD_GONE' }])
  if (head === 'GONE' || head === undefined) return undefined
  const { position, hash } = head
  if (isOurHead(merchantId, head, vault)) return { position, hash }
  add([{ kind: 'HEAD_ALTERED', position }])
  return undefined
}

/** Uses bounded memory, however many problems there are. */
function collectFaults() {
  const faults: AuditFault[] = []
  let count = 0
  return {
    faults: faults as readonly AuditFault[],
    count: () => count,
    add(found: readonly AuditFault[]): void {
      count += found.length
      faults.push(...found.slice(0, Math.max(faultsMax - faults.length, 0)))
    },
  }
}

// The hashes that chain the audit log: a plain hash from entry to entry, and a keyed one for the head, which only the
// vault can compute.

/** In hexadecimal. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export function isOurHead(merchantId: string, head: AuditHead, vault: Pick<ChainHashes, 'matches'>): boolean {
  try {
    return vault.matches('AUDIT', textOfEnd(merchantId, head), head.mac)
  } catch {
    // It names a key that the vault does not have, so it was not computed with any of the vault's keys.
    return false
  }
}

/**
 * Nothing is appended to a head that the vault did not compute: that would vouch for entries written directly to the
 * database.
 */
export function linkLines(merchantId: string, vault: ChainHashes): LinkAuditLines {
  return (head, lines) => {
    if (head && !isOurHead(merchantId, head, vault))
      throw new Error(`the end of the audit log of "${merchantId}" was altered`)
    let end: ChainEnd = head ?? chainStart
    const links = lines.map((line) => {
      const place = { position: end.position + 1, previousHash: end.hash }
      const link = { ...place, hash: sha256(textOfLine(merchantId, line, place)) }
      end = link
      return link
    })
    const { position, hash } = end
    return { links, head: { position, hash, mac: vault.keyedHash('AUDIT', textOfEnd(merchantId, { position, hash })) } }
  }
}
