// The only error that packing and unpacking throw for what they were given.

/** The part of a message: a field's number, or what comes before the fields. */
export type MessagePart = number | 'message type' | 'bitmap'

export class Iso8583Error extends Error {
  readonly part: MessagePart
  /** Counted in bytes from the beginning of the message. */
  readonly offset: number
  readonly rule: string

  constructor(part: MessagePart, offset: number, rule: string) {
    super(`${typeof part === 'number' ? `DE ${part}` : `The ${part}`} at byte ${offset}: ${rule}`)
    this.name = 'Iso8583Error'
    this.part = part
    this.offset = offset
    this.rule = rule
  }
}
