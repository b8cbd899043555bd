// A message for operators who follow the host: described field by field, without account numbers, security codes and
// keys.
import {
  type DescribedMessage,
  describeMessage,
  type Iso8583Message,
  type MessageSpecification,
} from '../iso8583/index.ts'
import { readAdditional, secretTags } from './request.ts'

export interface FollowedMessage {
  readonly at: string
  /** Seen from the host. */
  readonly direction: 'received' | 'sent'
  /** Which connection, counted from the start of the host. */
  readonly connection: number
  readonly message?: DescribedMessage | undefined
  /** Why there is no message to describe. */
  readonly problem?: string | undefined
  /** What the host does wrong on purpose. */
  readonly fault?: string | undefined
}

const additionalField = 48

export function describeSafely(message: Iso8583Message, specification: MessageSpecification): DescribedMessage {
  const described = describeMessage(message, specification)
  const fields = described.fields.map((field) => {
    if (field.number !== additionalField) return field
    const additional = readAdditional(message)
    // What cannot be split may hold anything.
    if (!additional) return { ...field, value: hidden(field.value), parts: [] }
    const parts = Object.entries(additional)
      .toSorted()
      .map(([name, value]) => ({
        name,
        value: secretTags.has(name) ? hidden(value) : value,
      }))
    return { ...field, value: hidden(field.value), parts }
  })
  return { ...described, fields }
}

const hidden = (value: string) => `${'*'.repeat(Math.min(value.length, 16))} (${value.length})`

/** As text: a heading, and a line for each field. */
export function followedText({ at, direction, connection, message, problem, fault }: FollowedMessage): string {
  const arrow = direction === 'received' ? '-->' : '<--'
  const heading = [at, `${arrow} connection ${connection}`, message ? `${message.type} ${message.meaning}` : problem]
  const fields = (message?.fields ?? []).flatMap(({ number, name, value, parts = [] }) => [
    `${String(number).padStart(4)}  ${name.padEnd(44)}  ${value}`,
    ...parts.map((part) => `        ${part.name.padEnd(42)}  ${part.value}`),
  ])
  return [[...heading, ...(fault === undefined ? [] : [`(fault: ${fault})`])].join('  '), ...fields].join('\n')
}
