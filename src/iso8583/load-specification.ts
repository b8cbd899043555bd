// Specifications from outside: JSON that is checked against a schema, whole or as differences from a shipped one.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { longestLength } from './field-codec.ts'
import {
  dataTypes,
  type FieldSpecification,
  fieldNumberMax,
  lengthEncodings,
  lengthPrefixes,
  type MessageSpecification,
  thirdBitmapBit,
  valueEncodings,
} from './specification.ts'
import { shippedSpecifications } from './specifications/index.ts'

const text = { type: 'string', minLength: 1, maxLength: 100 } as const
const count = (maximum: number) => ({ type: 'integer', minimum: 1, maximum }) as const

const partsSchema = {
  oneOf: [
    {
      type: 'object',
      additionalProperties: false,
      required: ['kind', 'parts'],
      properties: {
        kind: { const: 'positional' },
        isRepeated: { type: 'boolean' },
        parts: {
          type: 'array',
          minItems: 1,
          maxItems: 100,
          items: {
            type: 'object',
            additionalProperties: false,
            required: ['name', 'type', 'length'],
            properties: { name: text, type: { enum: ['n', 'a', 'an', 'ans', 'x+n'] }, length: count(999) },
          },
        },
      },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['kind', 'tagLength', 'lengthLength'],
      properties: { kind: { const: 'tagged' }, tagLength: count(4), lengthLength: count(4) },
    },
    { type: 'object', additionalProperties: false, required: ['kind'], properties: { kind: { const: 'ber' } } },
  ],
} as const

const fieldProperties = {
  name: text,
  type: { enum: dataTypes },
  length: count(999),
  max: count(9999),
  prefix: { enum: lengthPrefixes },
  encoding: { enum: valueEncodings },
  lengthEncoding: { enum: lengthEncodings },
  padding: { enum: ['left', 'right'] },
  isSecret: { type: 'boolean' },
  parts: partsSchema,
} as const

/** Of a file: a whole specification, or with `from` its differences from a shipped one. */
export const specificationSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'ISO 8583 message specification',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'fields'],
  properties: {
    name: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,39}$' },
    description: { type: 'string', maxLength: 200 },
    from: { enum: shippedSpecifications.map(({ name }) => name) },
    messageType: { enum: ['ascii', 'ebcdic', 'bcd'] },
    bitmap: { enum: ['binary', 'hexadecimal'] },
    fields: {
      type: 'object',
      additionalProperties: false,
      patternProperties: {
        '^([2-9]|[1-9][0-9]|1[0-9]{2})$': {
          // Null takes a field of the other specification away.
          oneOf: [{ type: 'null' }, { type: 'object', additionalProperties: false, properties: fieldProperties }],
        },
      },
    },
  },
} as const

interface SpecificationFile {
  readonly name: string
  readonly description?: string
  readonly from?: string
  readonly messageType?: MessageSpecification['messageType']
  readonly bitmap?: MessageSpecification['bitmap']
  readonly fields: Readonly<Record<string, Partial<FieldSpecification> | null>>
}

/** How many problems a message names. */
const namedMax = 10

export class SpecificationError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    const others = problems.length - namedMax
    const named = [...problems.slice(0, namedMax), ...(others > 0 ? [`and ${others} more`] : [])]
    super(`The message specification is not valid: ${named.join('; ')}`)
    this.name = 'SpecificationError'
    this.problems = problems
  }
}

const validators = new Map<boolean, ValidateFunction<SpecificationFile>>()

/** Compiled for the first specification from outside: most installations have none. */
function validatorOf(allErrors: boolean): ValidateFunction<SpecificationFile> {
  const known = validators.get(allErrors)
  const validate = known ?? new Ajv({ allErrors, strict: false }).compile<SpecificationFile>(specificationSchema)
  validators.set(allErrors, validate)
  return validate
}

interface LoadOptions {
  /** A file that is made for it has thousands of problems: a service looks for the first, a command for all. */
  readonly isFirstProblemEnough?: boolean
}

export function loadSpecification(
  file: unknown,
  { isFirstProblemEnough = false }: LoadOptions = {},
): MessageSpecification {
  const validate = validatorOf(!isFirstProblemEnough)
  if (!validate(file)) throw new SpecificationError((validate.errors ?? []).map(describeError))
  const base = shippedSpecifications.find(({ name }) => name === file.from)
  const { messageType = base?.messageType, bitmap = base?.bitmap } = file
  const fields: Record<string, FieldSpecification> = { ...base?.fields }
  for (const [number, changes] of Object.entries(file.fields)) {
    if (changes === null) delete fields[number]
    else fields[number] = changed(base?.fields[number], changes)
  }
  const problems = [
    ...(messageType === undefined ? ['messageType is missing'] : []),
    ...(bitmap === undefined ? ['bitmap is missing'] : []),
    ...Object.entries(fields).flatMap(([number, field]) => problemsOf(number, field)),
  ]
  if (problems.length > 0 || messageType === undefined || bitmap === undefined) throw new SpecificationError(problems)
  const { name, description } = file
  return { name, ...(description !== undefined && { description }), messageType, bitmap, fields }
}

/** A field that becomes variable is no longer fixed, and the other way round. */
function changed(before: FieldSpecification | undefined, changes: Partial<FieldSpecification>): FieldSpecification {
  const { length: _, ...withoutLength } = before ?? {}
  const { max: __, prefix: ___, lengthEncoding: ____, ...withoutMax } = before ?? {}
  const kept = changes.max !== undefined ? withoutLength : changes.length !== undefined ? withoutMax : before
  return { ...kept, ...changes } as FieldSpecification
}

function problemsOf(number: string, field: FieldSpecification): readonly string[] {
  const { type, encoding, length, max, prefix, lengthEncoding } = field
  const about = (problem: string) => `field ${number}: ${problem}`
  const missing = (['name', 'type', 'encoding'] as const).filter((member) => field[member] === undefined)
  if (missing.length > 0) return missing.map((member) => about(`${member} is missing`))
  const isFixed = length !== undefined && max === undefined && prefix === undefined && lengthEncoding === undefined
  const isVariable = length === undefined && max !== undefined && prefix !== undefined && lengthEncoding !== undefined
  const longest = isVariable ? longestLength(prefix, lengthEncoding) : 0
  const isOfBytes = encoding === 'binary' || encoding === 'hexadecimal'
  return [
    ...(Number(number) > fieldNumberMax || Number(number) === thirdBitmapBit ? [about('there is no such field')] : []),
    ...(isFixed || isVariable ? [] : [about('it has either length, or max, prefix and lengthEncoding')]),
    ...(isVariable && max * (encoding === 'hexadecimal' ? 2 : 1) > longest
      ? [about(`a length of ${prefix} announces at most ${longest}`)]
      : []),
    ...((type === 'b') === isOfBytes ? [] : [about(`${type} is not written as ${encoding}`)]),
    ...(encoding === 'bcd' && !['n', 'z', 'x+n'].includes(type) ? [about(`${type} is not written as BCD`)] : []),
    ...(type === 'x+n' && isVariable ? [about('x+n has a fixed length')] : []),
  ]
}

function describeError({ instancePath, message = 'is wrong', params }: ErrorObject): string {
  const { additionalProperty } = params as { readonly additionalProperty?: string }
  const name = additionalProperty === undefined ? '' : ` (${additionalProperty})`
  return `${instancePath.slice(1).replaceAll('/', '.') || 'the file'} ${message}${name}`
}
