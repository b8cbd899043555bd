// The rows that hold the message authentication keys of ISO 8583 links, and the keyed hash over each. They are the operator's, on
// every node of a distributed database, and written by whichever process the host has sent a key.
import { createHash } from 'node:crypto'
import type { KeyedHash } from '../../../kernel/keyed-hash.ts'
import { operatorMerchantId } from '../../../kernel/user.ts'
import { type Database, prepared } from '../../../platform/postgres/database.ts'
import type { AccessRightsRefusal } from '../../ports/access-rights.ts'
import type { AccessRightsFault } from '../../rules/access-rights-seal.ts'

/** What both sides have agreed on since the operator set a key. */
export interface LinkKeyState {
  /** As the host has sent it: under the key-encrypting key. Empty while the key of the settings is in use. */
  readonly wrappedKey: string
  readonly checkValue: string
  /** The key before it; empty for that of the settings. */
  readonly replacedKey: string
  /** Keyed hashes of keys that were in use, the oldest first. */
  readonly formerKeys: readonly string[]
  /** The transmission time of the last key change or sign-off, and when it arrived. */
  readonly lastSentMs: number | null
  readonly lastReceivedMs: number | null
}

export interface LinkKeyRow extends LinkKeyState {
  readonly linkId: string
  /** The check value of the key in the link's settings. */
  readonly configured: string
  readonly revision: number
  readonly keyId: string | null
  /** In hexadecimal. */
  readonly mac: string | null
}

/** Makes and verifies the keyed hashes that cover rows. */
export interface RowSeals {
  /** Until then every row is accepted. */
  isProtected(): boolean
  make(text: string): KeyedHash
  isRight(text: string, seal: KeyedHash): boolean
  /** Of a row that no gateway has written. */
  report(refusal: AccessRightsRefusal): void
}

const columns = `link_id as "linkId", configured, revision::float8 as revision, wrapped_key as "wrappedKey",
  check_value as "checkValue", replaced_key as "replacedKey", former_keys as "formerKeys",
  last_sent_ms::float8 as "lastSentMs", last_received_ms::float8 as "lastReceivedMs", key_id as "keyId",
  encode(mac, 'hex') as mac`

const readOne = prepared(
  'read-link-key',
  `select ${columns} from iso8583_mac_keys where merchant_id = $1 and link_id = $2 and configured = $3`,
)
const readAll = prepared(
  'read-link-keys',
  `select ${columns} from iso8583_mac_keys where merchant_id = $1 order by link_id, configured`,
)

/** Only over the revision that was read. */
const writeOne = prepared(
  'write-link-key',
  `insert into iso8583_mac_keys as k (merchant_id, link_id, configured, revision, wrapped_key, check_value, replaced_key,
     former_keys, last_sent_ms, last_received_ms, key_id, mac, changed_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now())
   on conflict (merchant_id, link_id, configured) do update set revision = excluded.revision,
     wrapped_key = excluded.wrapped_key, check_value = excluded.check_value, replaced_key = excluded.replaced_key,
     former_keys = excluded.former_keys, last_sent_ms = excluded.last_sent_ms,
     last_received_ms = excluded.last_received_ms, key_id = excluded.key_id, mac = excluded.mac,
     changed_at = excluded.changed_at
   where k.revision = $13`,
)

type Client = Pick<Database, 'query'>
type RowName = Pick<LinkKeyRow, 'linkId' | 'configured'>

export async function readLinkKey(client: Client, { linkId, configured }: RowName): Promise<LinkKeyRow | undefined> {
  const { rows } = await client.query<LinkKeyRow>(readOne([operatorMerchantId, linkId, configured]))
  return rows[0]
}

async function readLinkKeys(client: Client): Promise<readonly LinkKeyRow[]> {
  return (await client.query<LinkKeyRow>(readAll([operatorMerchantId]))).rows
}

/** False when another process was first: `before` is the revision that was read, 0 when there was none. */
export async function writeLinkKey(
  client: Client,
  { linkId, configured }: RowName,
  { state, before }: { readonly state: LinkKeyState; readonly before: number },
  seals: RowSeals,
): Promise<boolean> {
  const revision = before + 1
  const { keyId, hash } = seals.make(sealText({ ...state, linkId, configured, revision }))
  const { wrappedKey, checkValue, replacedKey, formerKeys, lastSentMs, lastReceivedMs } = state
  const { rowCount } = await client.query(
    writeOne([
      operatorMerchantId,
      linkId,
      configured,
      revision,
      wrappedKey,
      checkValue,
      replacedKey,
      formerKeys,
      lastSentMs,
      lastReceivedMs,
      keyId,
      hash,
      before,
    ]),
  )
  return rowCount === 1
}

export function linkKeyFaultOf(row: LinkKeyRow, seals: RowSeals): AccessRightsFault | undefined {
  const { keyId, mac } = row
  if (keyId === null || mac === null) return 'NO_SEAL'
  return seals.isRight(sealText(row), { keyId, hash: Buffer.from(mac, 'hex') }) ? undefined : 'WRONG_MAC'
}

/** The first fault of any row. */
export async function findLinkKeyFault(client: Client, seals: RowSeals): Promise<AccessRightsFault | undefined> {
  for (const row of await readLinkKeys(client)) {
    const fault = linkKeyFaultOf(row, seals)
    if (fault) return fault
  }
  return undefined
}

/** Seals the current rows, whatever they are. */
export async function adoptLinkKeys(client: Client, seals: RowSeals): Promise<void> {
  for (const row of await readLinkKeys(client))
    if (linkKeyFaultOf(row, seals)) await writeLinkKey(client, row, { state: row, before: row.revision }, seals)
}

/** Under the current key; a row that does not match its seal stays as it is. */
export async function renewLinkKeys(client: Client, seals: RowSeals): Promise<void> {
  const { keyId } = seals.make('')
  for (const row of await readLinkKeys(client))
    if (row.keyId !== keyId && !linkKeyFaultOf(row, seals))
      await writeLinkKey(client, row, { state: row, before: row.revision }, seals)
}

/** A list of texts in JSON can be read in one way only, wherever a text may end. */
function sealText(row: RowName & LinkKeyState & Pick<LinkKeyRow, 'revision'>): string {
  return JSON.stringify([
    'link key seal 1',
    operatorMerchantId,
    row.linkId,
    row.configured,
    String(row.revision),
    row.wrappedKey,
    row.checkValue,
    row.replacedKey,
    createHash('sha256').update(JSON.stringify(row.formerKeys)).digest('hex'),
    row.lastSentMs,
    row.lastReceivedMs,
  ])
}
