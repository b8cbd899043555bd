// The hashes that chain the audit log: a plain hash from entry to entry, and a keyed one for the head, which only the
// vault can compute.
import { createHash } from 'node:crypto'
import type { AuditHead, ChainHashes, LinkAuditLines } from '../ports/audit.ts'
import { type ChainEnd, chainStart, textOfEnd, textOfLine } from '../rules/audit-chain.ts'

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
