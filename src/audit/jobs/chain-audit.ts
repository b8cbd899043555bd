// Chains the audit log: gives entries their positions and hashes once they are committed, merchant by merchant.

import { linkLines } from '../operations/verify-audit.ts'
import type { AuditChain, ChainHashes } from '../ports/audit.ts'

export interface ChainDependencies {
  readonly auditChain: Pick<AuditChain, 'merchantsWaiting' | 'chain' | 'headsNotUnder'>
  readonly vault: ChainHashes
}

export type OnChainError = (error: unknown, merchantId: string) => void

/** Merchants per poll. */
const merchantsMax = 1_000
/** Entries per commit: enough to spread its cost. */
const linesMax = 500

/** Processes what is waiting when the round begins. Returns how many entries got their positions. */
export async function chainAudit(dependencies: ChainDependencies, onError: OnChainError): Promise<number> {
  let chained = 0
  for (const merchantId of await dependencies.auditChain.merchantsWaiting(merchantsMax))
    chained += await chainMerchant(merchantId, dependencies, onError)
  return chained
}

/** Heads of inactive merchants would otherwise name their key for ever. Returns how many there were. */
export async function renewHeads(dependencies: ChainDependencies, onError: OnChainError): Promise<number> {
  // Any text serves: only the key matters.
  const { keyId } = dependencies.vault.keyedHash('AUDIT', '')
  const merchants = await dependencies.auditChain.headsNotUnder(keyId, merchantsMax)
  for (const merchantId of merchants) await chainMerchant(merchantId, dependencies, onError)
  return merchants.length
}

/** Until nothing is left, or another process has taken over. A failure for one merchant does not affect the others. */
async function chainMerchant(
  merchantId: string,
  { auditChain, vault }: ChainDependencies,
  onError: OnChainError,
): Promise<number> {
  const link = linkLines(merchantId, vault)
  let chained = 0
  try {
    for (;;) {
      const lines = await auditChain.chain(merchantId, link, linesMax)
      if (lines === 'LOCKED') return chained
      chained += lines
      if (lines < linesMax) return chained
    }
  } catch (error) {
    onError(error, merchantId)
    return chained
  }
}
