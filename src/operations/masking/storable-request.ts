// What of a request may be stored and shown again: account numbers masked, security codes and the like not at all.
import type { Values } from '../../domain/merge-values.ts'
import { Secret } from '../../domain/secret.ts'
import type { StoredRequest } from '../../ports/payments/stored-messages.ts'

/** Parts of the call rather than of the payment: neither stored nor compared. */
const transientMembers: ReadonlySet<string> = new Set(['correlationId', 'responseControls', 'apiOperation', 'session'])

export function storableRequest(request: object): StoredRequest {
  const stored: Record<string, unknown> = {}
  for (const name in request) if (!transientMembers.has(name)) put(stored, name, (request as Values)[name])
  return stored
}

function put(stored: Record<string, unknown>, name: string, member: unknown): void {
  const value = storableValue(member)
  if (value !== undefined) stored[name] = value
}

function storableValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Secret) return value.isAccount ? value.masked : undefined
  if (Array.isArray(value)) return value.map(storableValue)
  const stored: Record<string, unknown> = {}
  for (const name in value) put(stored, name, (value as Values)[name])
  return stored
}

/**
 * The text by which two requests are equal: members in a fixed order, amounts already normalized, account numbers by
 * their keyed hash. Security codes, PINs and cryptograms are left out: storing a hash of one would amount to storing
 * it.
 */
export function comparableText(request: object, hashAccount: (account: Secret) => string): string {
  const write = (value: unknown): string | undefined => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value)
    if (value instanceof Secret) {
      if (value.kind === 'AUTHENTICATION') return undefined
      return JSON.stringify(value.isAccount ? hashAccount(value) : value.open())
    }
    if (Array.isArray(value)) return `[${value.map((item) => write(item) ?? 'null').join()}]`
    let members = ''
    for (const name of Object.keys(value).sort()) {
      const written = write((value as Record<string, unknown>)[name])
      if (written !== undefined) members += `${members && ','}${quoted(name)}:${written}`
    }
    return `{${members}}`
  }
  const { correlationId: _, responseControls: __, ...compared } = request as Record<string, unknown>
  return write(compared) ?? ''
}

/** Nearly every name is plain, and then it is its own text. */
function quoted(name: string): string {
  return plainName.test(name) ? `"${name}"` : JSON.stringify(name)
}

const plainName = /^[\w.-]*$/
