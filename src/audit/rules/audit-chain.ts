// The input of the hashes of audit log entries. Each entry's hash includes the previous one, so changing, moving or
// removing an entry invalidates all later ones.

/** The part of an entry that its hash covers. */
export interface LineToChain {
  readonly auditId: string
  /** Since 1970; the database stores microseconds, which a Date would lose. */
  readonly atMicros: string
  readonly actor: string
  readonly action: string
  /** JSON, in any order and spacing. */
  readonly subject: string
}

export interface ChainedLine extends LineToChain {
  /** From 1, without gaps. */
  readonly position: number
  /** In hexadecimal; of the entry at the previous position. */
  readonly previousHash: string
  readonly hash: string
}

/** The end of a chain: how many entries it has, and the hash of the last. */
export interface ChainEnd {
  readonly position: number
  readonly hash: string
}

/** Before the first entry. */
export const chainStart: ChainEnd = { position: 0, hash: '0'.repeat(64) }

/** A JSON list of texts has only one reading, wherever a text may end. */
export function textOfLine(
  merchantId: string,
  { auditId, atMicros, actor, action, subject }: LineToChain,
  at: { readonly position: number; readonly previousHash: string },
  canonicalSubject = canonicalJson(subject),
): string {
  const parts = [at.previousHash, merchantId, String(at.position), auditId, atMicros, actor, action]
  return JSON.stringify(['audit line 1', ...parts, canonicalSubject])
}

export function textOfEnd(merchantId: string, { position, hash }: ChainEnd): string {
  return JSON.stringify(['audit head 1', merchantId, String(position), hash])
}

/** The platform reports how a number was written; the type definitions lack this so far. */
const parseWithSource = JSON.parse as (
  text: string,
  revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown

const numberMark = '#'
const textMark = '"'

/**
 * Members in order, no spacing, numbers digit by digit as they were written: another database may write them
 * differently.
 */
export function canonicalJson(text: string): string {
  const marked = parseWithSource(text, (_, value, { source }) => {
    if (typeof value === 'number') return `${numberMark}${source ?? value}`
    return typeof value === 'string' ? `${textMark}${value}` : value
  })
  return written(marked)
}

function written(value: unknown): string {
  if (typeof value === 'string')
    return value.startsWith(numberMark) ? value.slice(1) : JSON.stringify(value.slice(textMark.length))
  if (Array.isArray(value)) return `[${value.map(written).join()}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${written(member)}`).join()}}`
}
