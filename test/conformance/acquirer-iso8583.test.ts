// The conformance suite on the ISO 8583 link, against the test host over a real socket.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { runConformance } from '../../src/acquirers/conformance/index.ts'
import { type RunningHost, startHost } from '../../src/host/host.ts'
import { shippedSpecifications } from '../../src/iso8583/index.ts'
import { isoCard, testLink } from '../support/builders/iso8583-link.ts'

let folder = ''
let host: RunningHost
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-host-'))
  host = await startHost({
    folder,
    port: 0,
    adminPort: 0,
    specification: shippedSpecifications.find(({ name }) => name === 'iso87-binary') ?? assert.fail(),
    framing: { length: 'binary-2' },
    onFailure: (error) => assert.fail(error),
  })
})
after(async () => {
  await host.close()
  await rm(folder, { recursive: true, force: true })
})

it('the ISO 8583 link passes the conformance suite against the test host', async () => {
  const link = testLink({ addresses: `127.0.0.1:${host.port}`, booksUrl: host.adminUrl, responseTimeoutMs: 2_000 })
  const expiry = (month: string, year: string) => isoCard({ expiry: { month, year } })
  const reports = await runConformance({
    link,
    countsSuspensions: true,
    acquirerMerchantId: 'CONFORMANCE',
    currencies: ['USD', 'JPY', 'KWD'],
    cards: {
      approved: expiry('1', '39'),
      declined: expiry('5', '39'),
      approvedInPart: expiry('7', '39'),
      silent: expiry('8', '28'),
      open: expiry('11', '39'),
    },
    logged: () => link.logged,
  })
  assert.deepEqual(
    reports.filter(({ outcome }) => outcome === 'FAILED'),
    [],
  )
})
