// A test host as a process of its own, to be killed: `node card-host-child.ts <folder> [options as JSON]`. It prints where it
// can be reached.
import { type HostOptions, startHost } from '../../../src/host/host.ts'
import type { MacAlgorithm } from '../../../src/iso8583/index.ts'
import { binarySpecification } from '../clients/card-host-client.ts'

export interface ChildHostOptions
  extends Partial<Omit<HostOptions, 'folder' | 'specification' | 'framing' | 'mac' | 'tls' | 'now' | 'onFailure'>> {
  /** Keys are hexadecimal. */
  readonly mac?: { readonly algorithm: MacAlgorithm; readonly key: string; readonly keyEncryptingKey: string }
}

const [, , folder = '', text = '{}'] = process.argv
const { mac, ...options } = JSON.parse(text) as ChildHostOptions

const host = await startHost({
  folder,
  port: 0,
  adminPort: 0,
  specification: binarySpecification,
  framing: { length: 'binary-2' },
  ...options,
  ...(mac && {
    mac: {
      algorithm: mac.algorithm,
      key: Buffer.from(mac.key, 'hex'),
      keyEncryptingKey: Buffer.from(mac.keyEncryptingKey, 'hex'),
    },
  }),
  onFailure(error) {
    throw error
  },
})
process.stdout.write(`${JSON.stringify({ port: host.port, adminUrl: host.adminUrl })}\n`)
process.once('SIGTERM', () => void host.close())
