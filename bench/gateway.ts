// The gateway as a worker process of production is, but for its acquirer: one that approves at once, or after BENCH_ACQUIRER_MS, and keeps
// its books in memory, so that only the gateway and its database are measured; with BENCH_SIMULATOR it is the sandbox's.
// BENCH_MERCHANTS is the number of merchants to add. Its parent process can ask how many payments it approved, run queries on
// its database, and with BENCH_PAUSES learn how long the collector stopped everything.

import { PerformanceObserver } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { getHeapSpaceStatistics } from 'node:v8'
import { composeGateway } from '../src/compose/gateway.ts'
import { composeAdministration, migrateInstallation, openInstallation, openListeners } from '../src/compose/index.ts'
import { sandboxMerchant, sandboxMerchants } from '../src/installation/sandbox/merchants.ts'
import { sandboxPassword, seedSandbox } from '../src/installation/sandbox/seed.ts'
import type { Acquirer } from '../src/payments/ports/acquirer.ts'
import type { AcquirerBooks } from '../src/payments/ports/acquirer-books.ts'
import { defaultTimeoutPolicies } from '../src/payments/rules/judgement.ts'
import { allRefusals } from '../src/payments/rules/refusal.ts'
import { loadConfig } from '../src/platform/config/config.ts'
import { openLog } from '../src/platform/telemetry/log.ts'
import { redactedLogPaths } from '../src/requests/redaction.ts'

let approved = 0
const acquirerMs = Number(process.env['BENCH_ACQUIRER_MS'] ?? 0)

const instantAcquirer: Acquirer & AcquirerBooks = {
  capabilities: {
    timeoutPolicies: defaultTimeoutPolicies,
    refusals: allRefusals,
    canInquire: true,
    canReverse: true,
    holdsEarlyReversals: true,
    lateArrivalMs: 0,
    canCapturePartially: true,
    canVerifyZeroAmount: true,
    closesBatches: true,
  },
  isReachable: async () => true,
  async ask(question) {
    if (acquirerMs > 0) await pause(acquirerMs)
    approved += 1
    const stan = String(approved % 1_000_000).padStart(6, '0')
    return {
      kind: 'ANSWERED',
      response: {
        gatewayCode: 'APPROVED',
        acquirerCode: '00',
        acquirerMessage: 'Approved',
        ...('amountMinor' in question && { approvedMinor: question.amountMinor }),
        authorizationCode: stan,
        stan,
        receipt: `6319050${stan}`,
        batch: 20_261_115,
        transactionId: question.reference,
        terminal: '0001',
        cardSecurityCode: { acquirerCode: 'M', gatewayCode: 'MATCH' },
        cardholderVerification: { avs: { acquirerCode: 'Y', gatewayCode: 'ADDRESS_ZIP_MATCH' } },
        authorizationResponse: { responseCode: '00', stan, processingCode: '003000', posEntryMode: '812' },
      },
    }
  },
  inquire: async () => ({ kind: 'NOT_FOUND' }),
  reverse: async () => ({ kind: 'ACKNOWLEDGED' }),
  closeBatch: async () => ({ kind: 'NOTHING_OPEN' }),
  list: async () => [],
}

const pauses: number[] = []
if (process.env['BENCH_PAUSES'])
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) pauses.push(duration)
  }).observe({ entryTypes: ['gc'] })

const heapFigures = () => ({
  pauses,
  spaces: Object.fromEntries(
    getHeapSpaceStatistics().map(({ space_name, physical_space_size }) => [space_name, physical_space_size / 2 ** 20]),
  ),
})

const config = loadConfig(process.env)
const log = openLog({ level: config.logLevel, redactedPaths: redactedLogPaths() })
const installation = await openInstallation(config, log)
await migrateInstallation(installation)
const administration = await composeAdministration(config, installation, log)
const password = await sandboxPassword(config, () => administration.identifiers.apiPassword())
const others = Array.from({ length: Number(process.env['BENCH_MERCHANTS'] ?? 0) }, (_, index) =>
  sandboxMerchant(`BENCH${index + 1}`, {}),
)
await seedSandbox(administration, password, [...sandboxMerchants, ...others])
const instant = { acquirers: { simulator: { acquirer: instantAcquirer, books: instantAcquirer } } }
const replaced = process.env['BENCH_SIMULATOR'] ? {} : instant
const gateway = await composeGateway(config, installation, administration, log, replaced)
const listeners = await openListeners(config, gateway, log)
gateway.markReady()

process.on('message', async (query: string) => {
  const { rows } = query ? await installation.database.query(query) : { rows: [] }
  process.send?.({ approved, rows, heap: heapFigures() })
})
process.on('SIGTERM', async () => {
  gateway.beginShutdown({ isReplaced: false })
  await listeners.drain(5_000)
  await gateway.close()
  await installation.close()
  await installation.embedded?.stop()
  process.exit(0)
})
