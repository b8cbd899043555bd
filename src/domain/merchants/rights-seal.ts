// What protects an owner's rights against write access to the database: one keyed hash over all rows that give rights, with
// a revision that only rises.

/**
 * - ACCESS: profile with privileges and page origins, API passwords, certificates, passwords of reports, and credentials
 *   that wait for approval.
 * - PEOPLE: users with their permissions, passwords and second factors.
 * - NOTIFICATIONS: where notifications go, and their secrets.
 */
export const rightsParts = ['ACCESS', 'PEOPLE', 'NOTIFICATIONS'] as const
export type RightsPart = (typeof rightsParts)[number]

/** Of each part's rows, in hexadecimal. */
export type RightsDigests = Readonly<Record<RightsPart, string>>

export interface RightsSeal {
  readonly revision: number
  readonly digests: RightsDigests
}

/** A list of texts in JSON can be read in one way only, wherever a text may end. */
export function rightsSealText(ownerId: string, { revision, digests }: RightsSeal): string {
  return JSON.stringify([
    'rights seal 1',
    ownerId,
    String(revision),
    ...rightsParts.map((part) => [part, digests[part]]),
  ])
}

/**
 * Why rights are refused.
 *
 * - NO_SEAL: rows without a seal.
 * - WRONG_MAC: a seal that the gateway has not made.
 * - OLDER_REVISION: the audit, or this process, knows of a newer one.
 * - NOT_IN_AUDIT: the audit does not know of this revision.
 * - WRONG_ROWS: a row was added, changed or deleted.
 */
export type RightsFault = 'NO_SEAL' | 'WRONG_MAC' | 'OLDER_REVISION' | 'NOT_IN_AUDIT' | 'WRONG_ROWS'

/** What was found of one owner. */
export interface RightsEvidence {
  readonly seal: RightsSeal | undefined
  readonly isMacRight: boolean
  /** The newest revision that the audit has. */
  readonly auditedRevision: number | undefined
  /** The newest revision that this process has accepted. */
  readonly acceptedRevision: number
  /** Of the parts that were read, as they are. */
  readonly digests: Readonly<Partial<RightsDigests>>
  /** No row of the parts that were read. */
  readonly isEmpty: boolean
}

/** The first reason in the order of how much it says; undefined when everything is as it was sealed. */
export function rightsFaultOf(found: RightsEvidence): RightsFault | undefined {
  const { seal, auditedRevision, acceptedRevision, digests } = found
  const newest = Math.max(auditedRevision ?? 0, acceptedRevision)
  // An owner that is about to be made has neither rows nor a history.
  if (!seal) return found.isEmpty && newest === 0 ? undefined : 'NO_SEAL'
  if (!found.isMacRight) return 'WRONG_MAC'
  if (seal.revision < newest) return 'OLDER_REVISION'
  if (seal.revision !== auditedRevision) return 'NOT_IN_AUDIT'
  const isSame = rightsParts.every((part) => digests[part] === undefined || digests[part] === seal.digests[part])
  return isSame ? undefined : 'WRONG_ROWS'
}
