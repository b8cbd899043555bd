// What is kept of the messages of a link, for users who investigate a payment: each field masked before it leaves the codec.
// Only fields that are known to hold no secret are shown; of all others, only how long they are.

import {
  type DescribedField,
  type DescriptionRules,
  describeField,
  fieldNumberMax,
  hiddenValue,
  type Iso8583Message,
  type MessageSpecification,
  meaningOf,
} from '../../iso8583/index.ts'
import { maskCardNumbers, scrubAccountNumbers } from '../../kernel/account-numbers-in-text.ts'
import type { Clock } from '../../kernel/clock.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { RequestReference } from '../../payments/index.ts'
import type { MessageField, MessageRecord, MessageRecorder } from '../ports/exchanged-messages.ts'
import type { SentExchange } from './connections/in-flight.ts'
import { additionalData, tags } from './messages.ts'

const additionalField = 48

const numbersFrom = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** Amounts, dates, codes and identifiers. Not: tracks, PINs, chip data, keys, authentication codes and accounts. */
const shownFields: ReadonlySet<number> = new Set([
  ...numbersFrom(3, 33),
  37,
  38,
  39,
  40,
  41,
  42,
  43,
  44,
  49,
  50,
  51,
  54,
  60,
  63,
  ...numbersFrom(66, 95),
  97,
  99,
  100,
])

const tagNames = {
  [tags.securityCode]: 'Security code',
  [tags.postcode]: 'Postcode',
  [tags.street]: 'Street',
  [tags.eci]: 'Electronic commerce indicator',
  [tags.cryptogram]: 'Cryptogram',
  [tags.schemeTransactionId]: 'Scheme transaction ID',
  [tags.reference]: 'Reference',
} as const

const shownTags: ReadonlySet<string> = new Set([
  tags.postcode,
  tags.street,
  tags.eci,
  tags.schemeTransactionId,
  tags.reference,
])

const rules: DescriptionRules = { shownFields, tagged: { [additionalField]: { ...additionalData, shownTags } } }

/** Texts of payers, merchants and the other side, which may hold an account number. */
const freeTexts: ReadonlySet<string> = new Set(['43', '44', '60', '63', '48.02', '48.03'])
/** The merchant's; one in ten numbers passes for an account, therefore only those of card ranges are masked. */
const schemeTransactionId = `${additionalField}.${tags.schemeTransactionId}`

const isPrintable = /^[ -~…]*$/
const valueLengthMax = 250

/** What the fields are called, by their labels. */
export function fieldNamesOf({ fields }: MessageSpecification): Readonly<Record<string, string>> {
  const names: Record<string, string> = {}
  for (const [number, { name, parts }] of Object.entries(fields)) {
    names[number] = name
    if (parts?.kind === 'positional')
      for (const part of parts.parts) names[`${number}.${part.name}`] = sentenceCase(part.name)
  }
  for (const [tag, name] of Object.entries(tagNames)) names[`${additionalField}.${tag}`] = name
  return names
}

/** "traceNumber" is shown as "Trace number". */
function sentenceCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** What a link keeps of its messages. Never fails: what cannot be described is kept without its fields. */
export type DescribeMessage = (message: Iso8583Message) => MessageRecord

/**
 * Every payment has two messages, of which hardly any are looked at: what follows from the specification is worked out once, and
 * a field that is shown as it is costs a look into a table.
 */
export function messageDescriber({ fields }: MessageSpecification): DescribeMessage {
  const labels = Array.from({ length: fieldNumberMax + 1 }, (_, number) => String(number))
  const isPlain = labels.map((label, number) => {
    const { isSecret = false, parts } = fields[number] ?? {}
    return shownFields.has(number) && !isSecret && !parts && !freeTexts.has(label)
  })
  const titles = new Map<string, string>()

  function titleOf(type: string): string {
    let title = titles.get(type)
    if (title === undefined) {
      title = `${type} ${meaningOf(type)}`
      titles.set(type, title)
    }
    return title
  }

  function describe(message: Iso8583Message): MessageRecord {
    const recorded: MessageField[] = []
    message.forEach((number, value) => {
      const label = labels[number] as string
      const isText = typeof value === 'string'
      if (isPlain[number] && isText) recorded.push([label, shortened(value)])
      else if (freeTexts.has(label) && !isText) recorded.push([label, hiddenValue(value.length)])
      else recordDescribed(recorded, describeField(number, value, { specification: fields[number], rules }))
    })
    return { title: titleOf(message.type), fields: recorded }
  }

  return (message) => {
    try {
      return describe(message)
    } catch {
      return { title: `${message.type} could not be described`, fields: [] }
    }
  }
}

function recordDescribed(recorded: MessageField[], { number, value, parts = [] }: DescribedField): void {
  const label = String(number)
  recorded.push([label, shownValue(label, value)])
  for (const part of parts) {
    const partLabel = `${label}.${part.name}`
    recorded.push([partLabel, shownValue(partLabel, part.value)])
  }
}

function shortened(value: string): string {
  return value.length > valueLengthMax ? `${value.slice(0, valueLengthMax)}…` : value
}

function shownValue(label: string, value: string): string {
  const text = shortened(value)
  // Other characters may be digits in another encoding.
  if (freeTexts.has(label)) return isPrintable.test(text) ? scrubAccountNumbers(text) : hiddenValue(value.length)
  return label === schemeTransactionId ? maskCardNumbers(text) : text
}

export interface ExchangeRecording {
  /** Before the response is wiped. */
  end(exchange: SentExchange): void
}

export interface LinkRecorder {
  /** Before the request is sent, which wipes it. Undefined when nothing is kept of it. */
  begin(about: Pick<RequestReference, 'key'>, request: Iso8583Message): ExchangeRecording | undefined
}

export function openRecorder(
  messages: MessageRecorder | undefined,
  { specification, clock }: { readonly specification: MessageSpecification; readonly clock: Pick<Clock, 'now'> },
): LinkRecorder {
  const describe = messageDescriber(specification)
  return {
    begin({ key }, request) {
      if (!messages || !key) return undefined
      const sent = describe(request)
      const at = clock.now()
      const startedMs = performance.now()
      return {
        end(exchange) {
          if (exchange.kind === 'NOT_SENT') return
          const tookMs = Math.round(performance.now() - startedMs)
          const received = exchange.kind === 'ANSWER' ? describe(exchange.message) : undefined
          const problem = exchange.kind === 'NO_ANSWER' ? exchange.why : undefined
          messages.keep({ key, at, tookMs, sent, ...omitUndefined({ received, problem }) })
        },
      }
    },
  }
}
