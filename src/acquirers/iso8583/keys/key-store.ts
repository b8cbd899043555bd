// Stores what a link and its host have agreed on, for every process and the next start. A row that no gateway has written is refused.

import { operatorMerchantId } from '../../../kernel/user.ts'
import {
  type AccessRightsFault,
  AccessRightsRefusedError,
  type LinkKeyRow,
  type LinkKeyState,
  linkKeyFaultOf,
  type RowSeals,
  readLinkKey,
  writeLinkKey,
} from '../../../merchants/index.ts'
import { conflict, retryOnConflict } from '../../../platform/concurrency/retry-on-conflict.ts'
import type { Database } from '../../../platform/postgres/database.ts'

export interface LinkKeyStore {
  /** Since the key with this check value was set; undefined while the host has sent nothing that counts. */
  read(configured: string): Promise<LinkKeyState | undefined>
  /**
   * One change at a time, over all processes: `decide` gets what is stored, is called again when another process was
   * first, and gives what is to be stored, or nothing.
   */
  change(configured: string, decide: (state: LinkKeyState | undefined) => LinkKeyState | undefined): Promise<void>
}

/** A link cannot be used while its key may be another's. */
class LinkKeyRefusedError extends AccessRightsRefusedError {
  override readonly message: string

  constructor(fault: AccessRightsFault) {
    super({ ownerId: operatorMerchantId, fault })
    this.message = `the stored message authentication key does not match its seal (${fault}); see "npx tollgate doctor"`
  }
}

export function postgresKeyStore(database: Database, linkId: string, seals: RowSeals): LinkKeyStore {
  const accepted = new Map<string, number>()

  async function readVerified(configured: string): Promise<LinkKeyRow | undefined> {
    const row = await readLinkKey(database, { linkId, configured })
    if (!seals.isProtected()) return row
    const newest = accepted.get(configured) ?? 0
    const fault = row ? linkKeyFaultOf(row, seals) : newest > 0 ? 'NO_SEAL' : undefined
    const refused = fault ?? (row && row.revision < newest ? 'OLDER_REVISION' : undefined)
    if (refused) {
      seals.report({ ownerId: operatorMerchantId, fault: refused })
      throw new LinkKeyRefusedError(refused)
    }
    if (row) accepted.set(configured, row.revision)
    return row
  }

  return {
    read: readVerified,

    async change(configured, decide) {
      const result = await retryOnConflict(async () => {
        const row = await readVerified(configured)
        const state = decide(row)
        if (!state) return undefined
        const before = row?.revision ?? 0
        const isWritten = await writeLinkKey(database, { linkId, configured }, { state, before }, seals)
        if (!isWritten) return conflict
        accepted.set(configured, before + 1)
        return undefined
      })
      if (result === conflict) throw new Error('the message authentication key keeps changing')
    },
  }
}
