// What protects an owner's access rights against write access to the database: one keyed hash over all rows that give access rights, with
// a revision that only rises.

/**
 * - ACCESS: profile with privileges and page origins, API passwords, certificates, passwords of reports, and credentials
 *   that wait for approval.
 * - USERS: users with their permissions, passwords and second factors.
 * - WEBHOOKS: where notifications go, and their secrets.
 * - LINKS: acquirer links with their settings and secrets; of the operator.
 * - WALLETS: keys for what wallets encrypt.
 * - WALLET_PAGES: the wallets on hosted pages, with what identifies the merchant to them.
 */
export const accessRightsParts = ['ACCESS', 'USERS', 'WEBHOOKS', 'LINKS', 'WALLETS', 'WALLET_PAGES'] as const
export type AccessRightsPart = (typeof accessRightsParts)[number]

/** Parts that seals of earlier releases do not have. A seal has the digest of one only while it has rows. */
const laterParts = ['LINKS', 'WALLETS', 'WALLET_PAGES'] as const satisfies readonly AccessRightsPart[]
type LaterPart = (typeof laterParts)[number]

/** The digest of a later part without rows, which no seal holds. */
const noRowsDigest = ''

/** Of each part's rows, in hexadecimal. */
export type AccessRightsDigests = Readonly<Record<Exclude<AccessRightsPart, LaterPart>, string>> &
  Readonly<Partial<Record<LaterPart, string>>>

/** The digest of a part as a seal is compared with it. */
export function partDigest(
  part: AccessRightsPart,
  { isEmpty, digest }: { isEmpty: boolean; digest: () => string },
): string {
  return isEmpty && isLater(part) ? noRowsDigest : digest()
}

/** The digests as a seal holds them: a process of an earlier release can read one without later parts. */
export function sealedDigests(digests: Readonly<Partial<Record<AccessRightsPart, string>>>): AccessRightsDigests {
  return Object.fromEntries(
    Object.entries(digests).filter(([, digest]) => digest !== noRowsDigest),
  ) as AccessRightsDigests
}

function isLater(part: AccessRightsPart): boolean {
  return laterParts.some((each) => each === part)
}

export interface AccessRightsSeal {
  readonly revision: number
  readonly digests: AccessRightsDigests
}

/** A list of texts in JSON can be read in one way only, wherever a text may end. */
export function accessRightsSealText(ownerId: string, { revision, digests }: AccessRightsSeal): string {
  return JSON.stringify([
    'access rights seal 1',
    ownerId,
    String(revision),
    ...accessRightsParts.flatMap((part) =>
      digests[part] === undefined && isLater(part) ? [] : [[part, digests[part]]],
    ),
  ])
}

/** A seal over acquirer links alone. */
export interface LinkSeal {
  readonly revision: number
  readonly digest: string
}

export function linkSealText(ownerId: string, { revision, digest }: LinkSeal): string {
  return JSON.stringify(['link seal 1', ownerId, String(revision), digest])
}

/**
 * Why access rights are refused.
 *
 * - NO_SEAL: rows without a seal.
 * - WRONG_MAC: a seal that the gateway has not made.
 * - OLDER_REVISION: the audit, or this process, knows of a newer one.
 * - NOT_IN_AUDIT: the audit does not know of this revision.
 * - WRONG_ROWS: a row was added, changed or deleted.
 */
export type AccessRightsFault = 'NO_SEAL' | 'WRONG_MAC' | 'OLDER_REVISION' | 'NOT_IN_AUDIT' | 'WRONG_ROWS'

/** What was found of one owner. */
export interface AccessRightsEvidence {
  readonly seal: AccessRightsSeal | undefined
  readonly isMacRight: boolean
  /** The newest revision that the audit has. */
  readonly auditedRevision: number | undefined
  /** The newest revision that this process has accepted. */
  readonly acceptedRevision: number
  /** Of the parts that were read, as they are. */
  readonly digests: Readonly<Partial<Record<AccessRightsPart, string>>>
  /** No row of the parts that were read. */
  readonly isEmpty: boolean
}

/** The first reason in the order of how much it says; undefined when everything is as it was sealed. */
export function accessRightsFaultOf(found: AccessRightsEvidence): AccessRightsFault | undefined {
  const { seal, auditedRevision, acceptedRevision, digests } = found
  const newest = Math.max(auditedRevision ?? 0, acceptedRevision)
  // An owner that is about to be made has neither rows nor a history.
  if (!seal) return found.isEmpty && newest === 0 ? undefined : 'NO_SEAL'
  if (!found.isMacRight) return 'WRONG_MAC'
  if (seal.revision < newest) return 'OLDER_REVISION'
  if (seal.revision !== auditedRevision) return 'NOT_IN_AUDIT'
  const isSame = accessRightsParts.every(
    (part) => digests[part] === undefined || digests[part] === (seal.digests[part] ?? noRowsDigest),
  )
  return isSame ? undefined : 'WRONG_ROWS'
}
