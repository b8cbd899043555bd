// A test host as a process of its own, to be killed: `node card-host-child.ts <folder>`. It prints where it can be reached.
import { startHost } from '../../../src/host/host.ts'
import { binarySpecification } from '../clients/card-host-client.ts'

const host = await startHost({
  folder: process.argv[2] ?? '',
  port: 0,
  adminPort: 0,
  specification: binarySpecification,
  framing: { length: 'binary-2' },
  onFailure(error) {
    throw error
  },
})
process.stdout.write(`${JSON.stringify({ port: host.port, adminUrl: host.adminUrl })}\n`)
process.once('SIGTERM', () => void host.close())
