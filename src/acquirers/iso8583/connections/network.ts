// Network management (0800): sign-on, sign-off, echo and change of keys, asked by either side.

import { Iso8583Error, Iso8583Message, readTagged, writeTagged } from '../../../iso8583/index.ts'
import type { LinkKeys, MacCheck, Verdict } from '../keys/link-keys.ts'
import type { LinkParts } from '../link-parts.ts'
import { additionalData, networkFunctions as functions, tags } from '../messages.ts'
import type { TraceNumberSource } from '../trace-numbers.ts'
import { transmissionOf } from '../wire.ts'

const [approved, notSupported, securityViolation, failed] = ['00', '57', '63', '96']

/** Undefined when no trace number is free. */
export async function networkRequest(
  code: string,
  acquirerId: string,
  traceNumbers: TraceNumberSource,
): Promise<Iso8583Message | undefined> {
  const taken = await traceNumbers.take(1)
  const [trace] = taken?.traces ?? []
  if (!taken || trace === undefined) return undefined
  return new Iso8583Message('0800').set(7, transmissionOf(taken.at)).set(11, trace).set(32, acquirerId).set(70, code)
}

/** What an answer repeats of the request. */
const repeatedFields = [7, 11, 32, 33, 41, 42, 70] as const

interface ConcludedRequest {
  readonly response: Iso8583Message
  /** Why it was refused. */
  readonly why?: string
}

/** The answer to a request of the host. */
export async function networkResponse(
  request: Iso8583Message,
  check: MacCheck,
  keys: Pick<LinkKeys, 'change' | 'signOff'>,
): Promise<ConcludedRequest> {
  const response = new Iso8583Message('0810')
  for (const field of repeatedFields) {
    const value = request.text(field)
    if (value !== undefined) response.set(field, value)
  }
  const code = request.text(70)
  const transmission = request.text(7)
  try {
    switch (code) {
      case functions.keyChange: {
        const additional = additionalOf(request)
        const [sealed = '', checkValue = ''] = [additional?.[tags.key], additional?.[tags.checkValue]]
        const verdict = await keys.change({ sealed, checkValue, transmission }, check)
        if (verdict.kind === 'TAKEN')
          response.set(48, writeTagged(48, additionalData, { [tags.checkValue]: checkValue }))
        return concluded(response, verdict)
      }
      case functions.signOff:
        return concluded(response, await keys.signOff(transmission, check))
      case functions.signOn:
      case functions.echo:
        return { response: response.set(39, approved) }
      default:
        return { response: response.set(39, notSupported) }
    }
  } catch (error) {
    // It could not be stored: the host continues with the old key.
    return { response: response.set(39, failed), why: (error as Error).message }
  }
}

function concluded(response: Iso8583Message, verdict: Verdict): ConcludedRequest {
  return verdict.kind === 'TAKEN'
    ? { response: response.set(39, approved) }
    : { response: response.set(39, securityViolation), why: verdict.why }
}

/** What the host wanted to change, and whether it was taken. */
export function noteNetworkRequest(
  code: string | undefined,
  { why }: ConcludedRequest,
  { counts, log }: Pick<LinkParts, 'counts' | 'log'>,
): void {
  if (code === functions.keyChange) {
    counts[why === undefined ? 'keyChanges' : 'keyChangesRefused'] += 1
    if (why === undefined) log('the host changed the message authentication key')
    else log('a new key of the host was refused', { why })
  }
  if (code === functions.signOff && why !== undefined) {
    counts.signOffsRefused += 1
    log('a sign-off of the host was refused', { why })
  }
}

function additionalOf(request: Iso8583Message): Readonly<Record<string, string>> | undefined {
  const value = request.value(48)
  if (value === undefined) return undefined
  try {
    return readTagged(48, additionalData, typeof value === 'string' ? value : value.toString('latin1'))
  } catch (error) {
    if (error instanceof Iso8583Error) return undefined
    throw error
  }
}

const longestMs = 3_000

/**
 * The first sign-on of a connection. A host that starts together with the gateway needs a moment; requests wait for
 * it, because nothing was sent. A host that answers no, or does not come, is down as at any other time.
 */
export class FirstSignOn {
  /** By the monotonic clock. */
  #until: number | undefined

  /** With the first attempt to connect; later ones change nothing. */
  begin(connectTimeoutMs: number): void {
    this.#until ??= performance.now() + Math.min(longestMs, connectTimeoutMs)
  }

  get isUnderWay(): boolean {
    return performance.now() < (this.#until ?? 0)
  }

  /** It has succeeded, or was refused. */
  end(): void {
    this.#until = 0
  }
}
