// Acquirer links of a test's own in a running gateway: they are there until the test has ended.

import { linkRevisionOf } from '../../../src/merchants/rules/merchant.ts'
import type {
  Acquirer,
  AcquirerRequest,
  AcquirerResult,
  Acquirers,
  SendDeadline,
} from '../../../src/payments/ports/acquirer.ts'
import { allCapabilities } from '../builders/capabilities.ts'
import type { TestGateway } from '../gateway/gateway.ts'
import type { Owner } from '../gateway/process.ts'

/** By link id. The gateway's own links stay. */
export function replaceLinks(
  t: Owner,
  { dependencies }: Pick<TestGateway, 'dependencies'>,
  links: Readonly<Record<string, Acquirer>>,
): void {
  const { acquirers: own } = dependencies
  replacePort(t, dependencies, 'acquirers', {
    of: (link) => links[linkRevisionOf(link).linkId] ?? own.of(link),
    current: (linkId) =>
      linkId in links
        ? { linkId, adapter: 'simulator', acquirerId: `${linkId.toUpperCase()}_BANK`, revision: 1 }
        : own.current(linkId),
  } satisfies Acquirers)
}

/** Operations and jobs look at their dependencies each time. */
export function replacePort<Name extends keyof TestGateway['dependencies']>(
  t: Owner,
  dependencies: TestGateway['dependencies'],
  name: Name,
  port: TestGateway['dependencies'][Name],
): void {
  const { [name]: own } = dependencies
  Object.assign(dependencies, { [name]: port })
  t.after(async () => void Object.assign(dependencies, { [name]: own }))
}

type Call = readonly [
  kind: 'ASK' | 'INQUIRE' | 'REVERSE',
  about: { readonly reference: string; readonly acquirerMerchantId: string },
]

/** An acquirer with one response to every payment, which knows nothing of any when it is asked later. */
export function constantAcquirer(result: AcquirerResult | ((question: AcquirerRequest) => Promise<AcquirerResult>)) {
  const calls: Call[] = []
  const deadlines: SendDeadline[] = []
  const acquirer: Acquirer = {
    capabilities: allCapabilities,
    isReachable: async () => true,
    async ask(question, terms) {
      calls.push(['ASK', question])
      deadlines.push(terms)
      return typeof result === 'function' ? result(question) : result
    },
    async inquire(target) {
      calls.push(['INQUIRE', target])
      return { kind: 'NOT_FOUND' }
    },
    async reverse(target) {
      calls.push(['REVERSE', target])
      return { kind: 'ACKNOWLEDGED' }
    },
    closeBatch: async () => ({ kind: 'NOTHING_OPEN' }),
  }
  const asked = () => calls.filter(([kind]) => kind === 'ASK').length
  const kindsFor = (reference: string) =>
    calls.filter(([, about]) => about.reference === reference).map(([kind]) => kind)
  return { acquirer, calls, deadlines, asked, kindsFor }
}
