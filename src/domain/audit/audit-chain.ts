// What the hashes of the audit's lines are made of. Each line's hash takes in the one before it, so that no line can be
// changed, moved or taken out without all later ones telling.

/** A line as far as its hash is concerned. */
export interface LineToChain {
  readonly auditId: string
  /** Since 1970; the database keeps them, and a Date would not. */
  readonly atMicros: string
  readonly actor: string
  readonly action: string
  /** JSON, in whatever order and spacing. */
  readonly subject: string
}

export interface ChainedLine extends LineToChain {
  /** From 1, without gaps. */
  readonly position: number
  /** In hexadecimal; of the line at the position before. */
  readonly previousHash: string
  readonly hash: string
}

/** The end of a chain: how many lines it has, and the hash of the last. */
export interface ChainEnd {
  readonly position: number
  readonly hash: string
}

/** Before the first line. */
export const chainStart: ChainEnd = { position: 0, hash: '0'.repeat(64) }

/** A list of texts in JSON can be read in one way only, wherever a text may end. */
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

/** The platform tells how a number was written; the types do not know of it yet. */
const parseWithSource = JSON.parse as (
  text: string,
  revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown

const numberMark = '#'
const textMark = '"'

/** Members in order, no spacing, numbers digit by digit as they were written: another database may write it otherwise. */
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
