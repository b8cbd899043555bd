// ISO 8583 messages: specifications as data, packing and unpacking, framing, message authentication, and readable text. It
// knows nothing of the gateway, and can be used alone.

export { compileCodec, type Iso8583Codec } from './codec.ts'
export {
  type DescribedField,
  type DescribedMessage,
  type DescriptionRules,
  describeField,
  describeMessage,
  describeText,
  hiddenValue,
  meaningOf,
} from './describe.ts'
export { Iso8583Error, type MessagePart } from './error.ts'
export { type FrameReader, type Framer, type Framing, framing, type MessageFrame } from './framing.ts'
export { loadSpecification, SpecificationError, specificationSchema } from './load-specification.ts'
export { isMacRight, keyCheckValue, type MacAlgorithm, macKeyBytes, messageMac } from './mac.ts'
export { type FieldValue, Iso8583Message } from './message.ts'
export type { ChipValue } from './parts.ts'
export {
  type PartValues,
  readBer,
  readPositional,
  readTagged,
  writeBer,
  writePositional,
  writeTagged,
} from './parts.ts'
export { type FieldSpecification, fieldNumberMax, type MessageSpecification } from './specification.ts'
export { shippedSpecifications } from './specifications/index.ts'
