// Network management (0800): sign-on, sign-off, echo and change of keys, asked by either side.
import { Iso8583Error, Iso8583Message, readTagged, writeTagged } from '../../../iso8583/index.ts'
import type { LinkKeys } from './keys.ts'
import type { LinkParts } from './link-parts.ts'
import { additionalData, tags } from './messages.ts'
import type { TraceNumberSource } from './trace-numbers.ts'
import { transmissionOf } from './wire.ts'

/** DE 70. */
export const functions = { signOn: '001', signOff: '002', keyChange: '101', echo: '301' } as const

const [approved, notSupported, keyRefused, failed] = ['00', '57', '63', '96']

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

/** The answer to a request of the host. */
export async function networkAnswer(request: Iso8583Message, keys: LinkKeys): Promise<Iso8583Message> {
  const answer = new Iso8583Message('0810')
  for (const field of repeatedFields) {
    const value = request.text(field)
    if (value !== undefined) answer.set(field, value)
  }
  const code = request.text(70)
  if (code !== functions.keyChange)
    return answer.set(39, Object.values<string | undefined>(functions).includes(code) ? approved : notSupported)
  const additional = additionalOf(request)
  const [sealed = '', checkValue = ''] = [additional?.[tags.key], additional?.[tags.checkValue]]
  try {
    if (!(await keys.change(sealed, checkValue))) return answer.set(39, keyRefused)
  } catch {
    // It could not be stored: the host continues with the old one.
    return answer.set(39, failed)
  }
  return answer.set(39, approved).set(48, writeTagged(48, additionalData, { [tags.checkValue]: checkValue }))
}

export function noteKeyChange(answer: Iso8583Message, { counts, log }: Pick<LinkParts, 'counts' | 'log'>): void {
  const isChanged = answer.text(39) === approved
  counts[isChanged ? 'keyChanges' : 'keyChangesRefused'] += 1
  log(isChanged ? 'the host changed the message authentication key' : 'a new key of the host was refused')
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
