// What a card host orders: to sign off, and to use another key for message authentication.
import { createCipheriv } from 'node:crypto'
import { transmissionOf } from '../../../src/acquirers/iso8583/wire.ts'
import { Iso8583Message, keyCheckValue, type MacAlgorithm, writeTagged } from '../../../src/iso8583/index.ts'

function sealed(algorithm: MacAlgorithm, clear: Buffer, under: Buffer): Buffer {
  const whole = algorithm === 'retail' ? Buffer.concat([under, under.subarray(0, 8)]) : under
  const name = algorithm === 'retail' ? 'des-ede3-ecb' : 'aes-128-ecb'
  return createCipheriv(name, whole, null).setAutoPadding(false).update(clear)
}

let traces = 0

export function hostOrder(code: '101' | '002', at = new Date()): Iso8583Message {
  traces += 1
  const trace = String(traces).padStart(6, '0')
  return new Iso8583Message('0800').set(7, transmissionOf(at)).set(11, trace).set(70, code)
}

export interface HostKeyChange {
  readonly algorithm?: MacAlgorithm
  readonly to: Buffer
  /** The key-encrypting key. */
  readonly under: Buffer
  readonly at?: Date
  readonly checkValue?: Buffer
}

export function hostKeyChange({ algorithm = 'retail', to, under, at, checkValue }: HostKeyChange): Iso8583Message {
  const additional = {
    30: 'MAC',
    31: sealed(algorithm, to, under).toString('hex').toUpperCase(),
    32: (checkValue ?? keyCheckValue(algorithm, to)).toString('hex').toUpperCase(),
  }
  return hostOrder('101', at).set(48, writeTagged(48, { kind: 'tagged', tagLength: 2, lengthLength: 2 }, additional))
}
