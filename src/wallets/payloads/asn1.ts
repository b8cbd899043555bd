// Reads ASN.1 level by level, only where it is looked at and never more than asked for. A library makes an object of every element, which
// costs milliseconds for a signature of four certificates, and anyone can send one.

export interface Element {
  readonly tag: number
  /** With tag and length, as it was sent. */
  readonly whole: Buffer
  readonly content: Buffer
}

/** The tags of what is read here. */
export const tags = {
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** In the place of an optional part; of several values, or of one. */
  part: (number: number) => 0xa0 + number,
} as const

const constructed = 0x20
/** A tag of several bytes begins with it; nothing that is read here has one. */
const longTag = 0x1f
const indefinite = 0x80
const endOfContents = 2
/** Of elements whose end is marked, not named: Apple nests five. */
const depthMax = 8

/** The element that the bytes are; undefined when they are none, or more than one. */
export function readElement(bytes: Buffer): Element | undefined {
  const element = elementAt(bytes, 0, 0)
  return element?.whole.length === bytes.length ? element : undefined
}

/** The elements in an element; undefined when its content is anything else, or more than so many. */
export function childrenOf({ tag, content }: Element, max: number): readonly Element[] | undefined {
  return (tag & constructed) === 0 ? undefined : elementsIn(content, max)
}

/** The elements of a string of bytes that holds some. */
export function elementsIn(bytes: Buffer, max: number): readonly Element[] | undefined {
  const elements: Element[] = []
  for (let at = 0; at < bytes.length; ) {
    const element = elements.length < max ? elementAt(bytes, at, 0) : undefined
    if (!element) return undefined
    elements.push(element)
    at += element.whole.length
  }
  return elements
}

function elementAt(bytes: Buffer, at: number, depth: number): Element | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]]
  if (tag === undefined || first === undefined || (tag & longTag) === longTag) return undefined
  if (first === indefinite) return markedElement(bytes, at, depth)
  // A length in one byte, or in one or two more.
  const more = first < indefinite ? 0 : first & 0x7f
  const start = at + 2 + more
  if (more > 2 || start > bytes.length) return undefined
  const length = more === 0 ? first : bytes.readUIntBE(at + 2, more)
  const end = start + length
  if (end > bytes.length) return undefined
  return { tag, whole: bytes.subarray(at, end), content: bytes.subarray(start, end) }
}

/** An element that ends with a mark. */
function markedElement(bytes: Buffer, at: number, depth: number): Element | undefined {
  const tag = bytes[at] ?? 0
  if ((tag & constructed) === 0 || depth >= depthMax) return undefined
  const start = at + 2
  for (let next = start; next + endOfContents <= bytes.length; ) {
    if (bytes[next] === 0 && bytes[next + 1] === 0) {
      const end = next + endOfContents
      return { tag, whole: bytes.subarray(at, end), content: bytes.subarray(start, next) }
    }
    const inner = elementAt(bytes, next, depth + 1)
    if (!inner) return undefined
    next += inner.whole.length
  }
  return undefined
}
