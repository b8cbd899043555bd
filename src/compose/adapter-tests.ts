// Opens a link for the conformance suite, without an installation: nothing is stored, and no merchant is needed here.
import {
  type AcquirerAdapter,
  AdapterFailure,
  acquirerAdapters,
  type CheckReport,
  type ConformanceSubject,
  completeSchema,
  type LinkContext,
  loadAdapter,
  loadAdapters,
  type OpenedLink,
  runConformance,
  type SettingFault,
  withDefaults,
} from '../acquirers/index.ts'
import { omitUndefined } from '../kernel/omit-undefined.ts'
import type { SettingValues } from '../kernel/settings-schema.ts'
import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/postgres/database.ts'
import { systemClock } from '../platform/system/clock.ts'
import { type AdapterPools, databaseOf } from './adapters.ts'
import { catalogueOf } from './links.ts'

export { type CheckReport, optionalKinds } from '../acquirers/index.ts'

/** By its name, if it is built in or of TOLLGATE_ADAPTERS, or else by the path or package of its module. */
export async function findAdapter(
  named: string,
  { adapterModules = [] }: Pick<Config, 'adapterModules'>,
): Promise<AcquirerAdapter> {
  const known = await loadAdapters(adapterModules, acquirerAdapters)
  return known.find(({ name }) => name === named) ?? loadAdapter(named)
}

export interface AdapterTest
  extends Pick<ConformanceSubject, 'acquirerMerchantId' | 'currencies' | 'cards' | 'without'> {
  readonly adapter: AcquirerAdapter
  readonly values: SettingValues
  /** For adapters with tables of their own. */
  readonly pools?: AdapterPools
  readonly onReport?: (report: CheckReport) => void
}

/** What is wrong with the settings, or the outcome of each check. */
export async function testAdapter(test: AdapterTest): Promise<SettingFault | readonly CheckReport[]> {
  const { adapter, values, pools, onReport, ...testData } = test
  const fault = catalogueOf([adapter], { mode: 'sandbox' }).check(adapter.name, values)
  if (fault) return fault
  const logged: unknown[] = []
  const settings = withDefaults(completeSchema(adapter.settings), values)
  const link = openLink(adapter, {
    linkId: 'adapter-test',
    revision: 1,
    // Only test cards are sent.
    isProduction: false,
    settings,
    clock: pools?.clock ?? systemClock,
    log: (message, details) => logged.push({ message, details }),
    seals: noSeals,
    database: pools ? databaseOf(adapter, pools) : noDatabase,
  })
  const secrets = Object.entries(adapter.settings.properties).flatMap(([name, { isSecret }]) =>
    isSecret && values[name] !== undefined ? [String(values[name])] : [],
  )
  const { countsSuspensions = false } = adapter
  const subject = { ...testData, link, countsSuspensions, secrets, logged: () => logged }
  return runConformance(subject, omitUndefined({ onReport }))
}

function openLink(adapter: AcquirerAdapter, context: Parameters<AcquirerAdapter['open']>[0]): OpenedLink {
  try {
    return adapter.open(context)
  } catch (error) {
    throw new AdapterFailure(`The adapter ${adapter.name} cannot open a link: ${(error as Error).message}`)
  }
}

/** A test stores nothing that has to be verified. */
const noSeals: LinkContext['seals'] = {
  isProtected: () => false,
  make: () => ({ keyId: '', hash: Buffer.alloc(0) }),
  isRight: () => true,
  report: () => undefined,
}

const noDatabase = new Proxy({} as Database, {
  get() {
    throw new Error('Only adapters with migrations of their own may use the database.')
  },
})
