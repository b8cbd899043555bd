// The shipped specifications: two editions of the standard, each in its ASCII and its binary form.
import type { FieldSpecification, MessageSpecification } from '../specification.ts'
import { fields1987, fields1993, type ListedField } from './field-lists.ts'

type Encode = (field: ListedField) => Pick<FieldSpecification, 'encoding' | 'lengthEncoding' | 'padding'>

const asciiFields: Encode = ({ type, prefix }) => ({
  // By agreement chip data and the like are raw; what has a fixed length is hexadecimal.
  encoding: type !== 'b' ? 'ascii' : prefix === undefined ? 'hexadecimal' : 'binary',
  ...(prefix && { lengthEncoding: 'ascii' }),
})

const isNumeric = ({ type }: ListedField) => type === 'n' || type === 'z' || type === 'x+n'

const binaryFields: Encode = (field) => ({
  encoding: field.type === 'b' ? 'binary' : isNumeric(field) ? 'bcd' : 'ascii',
  ...(field.prefix && { lengthEncoding: 'bcd' }),
})

/** Here an odd number of digits has its zero behind it: 840 is 8400. */
const binaryFields1993: Encode = (field) => ({
  ...binaryFields(field),
  ...(field.type === 'n' && { padding: 'right' }),
})

function specification(
  { name, description, isBinary }: { readonly name: string; readonly description: string; readonly isBinary: boolean },
  fields: readonly ListedField[],
  encode: Encode,
): MessageSpecification {
  return {
    name,
    description,
    messageType: isBinary ? 'bcd' : 'ascii',
    bitmap: isBinary ? 'binary' : 'hexadecimal',
    fields: Object.fromEntries(
      fields.map(({ number, length, ...field }) => [
        String(number),
        {
          ...field,
          ...(field.prefix ? { max: length } : { length }),
          ...encode({ number, length, ...field }),
        },
      ]),
    ),
  }
}

export const iso87Ascii = specification(
  { name: 'iso87-ascii', description: 'ISO 8583:1987, ASCII', isBinary: false },
  fields1987,
  asciiFields,
)
export const iso87Binary = specification(
  { name: 'iso87-binary', description: 'ISO 8583:1987, binary and BCD', isBinary: true },
  fields1987,
  binaryFields,
)
export const iso93Ascii = specification(
  { name: 'iso93-ascii', description: 'ISO 8583:1993, ASCII', isBinary: false },
  fields1993,
  asciiFields,
)
export const iso93Binary = specification(
  { name: 'iso93-binary', description: 'ISO 8583:1993, binary and BCD', isBinary: true },
  fields1993,
  binaryFields1993,
)

export const shippedSpecifications: readonly MessageSpecification[] = [iso87Ascii, iso87Binary, iso93Ascii, iso93Binary]
