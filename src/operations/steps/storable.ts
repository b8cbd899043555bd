// What of a request may be kept and shown again: account numbers masked, security codes and the like not at all.
import { Secret } from '../../domain/secret.ts'

/** Parts of the call rather than of the payment: neither kept nor compared. */
const transientMembers: ReadonlySet<string> = new Set(['correlationId', 'responseControls', 'apiOperation', 'session'])

export function storable(request: object): Record<string, unknown> {
  const kept = Object.entries(request).filter(([name]) => !transientMembers.has(name))
  return keep(Object.fromEntries(kept)) as Record<string, unknown>
}

function keep(value: unknown): unknown {
  if (value instanceof Secret) return value.isAccount ? value.masked : undefined
  if (Array.isArray(value)) return value.map(keep)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, keep(member)] as const)
      .filter(([, member]) => member !== undefined),
  )
}

/**
 * The text by which two requests are the same: members in a fixed order, amounts already normalised, account numbers by
 * their keyed hash. Security codes, PINs and cryptograms are left out: a hash over one would be a stored one.
 */
export function comparableText(request: object, hashAccount: (account: Secret) => string): string {
  const write = (value: unknown): string | undefined => {
    if (value instanceof Secret) {
      if (value.kind === 'AUTHENTICATION') return undefined
      return JSON.stringify(value.isAccount ? hashAccount(value) : value.open())
    }
    if (Array.isArray(value)) return `[${value.map((item) => write(item) ?? 'null').join()}]`
    if (typeof value !== 'object' || value === null) return JSON.stringify(value)
    const members = Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, member]) => {
        const written = write(member)
        return written === undefined ? [] : [`${JSON.stringify(name)}:${written}`]
      })
    return `{${members.join()}}`
  }
  const { correlationId: _, responseControls: __, ...compared } = request as Record<string, unknown>
  return write(compared) ?? ''
}
