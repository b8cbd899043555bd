// Puts together what the console's services work with.

import type { LinkRegistry } from '../acquirers/index.ts'
import type { ConsoleContext } from '../console/index.ts'
import { checkClientCertificate } from '../platform/certificates/client-certificate-policy.ts'
import type { Config } from '../platform/config/config.ts'
import { adapterNamesOf, newLinkOf, simulatorLinks } from './adapters.ts'
import type { Administration } from './administration.ts'
import type { Dependencies } from './dependencies.ts'
import { checkLink } from './links.ts'
import { readAppleDomainFile } from './wallets.ts'

export function composeConsoleContext(
  config: Config,
  {
    merchants,
    tokenRepositories,
    links: linkStore,
    adapterCatalogue,
  }: Pick<Administration, 'merchants' | 'tokenRepositories' | 'links' | 'adapterCatalogue'>,
  dependencies: Dependencies,
  links: LinkRegistry,
): ConsoleContext {
  const { mode, notificationTimeoutMs, credentialsNeedApproval } = config
  const { providers } = adapterNamesOf(mode)
  const ofLinks = () => {
    const usable = links.links().flatMap(({ linkId }) => links.current(linkId) ?? [])
    return usable.filter(({ adapter }) => adapterCatalogue.find(adapter)?.hasProviders).map(({ linkId }) => linkId)
  }
  return {
    dependencies,
    merchants,
    tokenRepositories,
    isSandbox: mode === 'sandbox',
    credentialsNeedApproval,
    notificationTimeoutMs,
    acquirerLinks: {
      links: linkStore,
      adapterCatalogue,
      list: links.list,
      refresh: links.refresh,
      problemOf: links.problemOf,
      fieldNamesOf: links.fieldNamesOf,
      check: (link) => checkLink(links, link),
    },
    adapters: {
      get providers() {
        const [a, b, c] = [providers.PROVIDER_A, providers.PROVIDER_B, providers.PROVIDER_C]
        const more = ofLinks()
        return { PROVIDER_A: [...a, ...more], PROVIDER_B: [...b, ...more], PROVIDER_C: [...c, ...more] }
      },
      // Links by their ids: an adapter alone connects to no acquirer.
      get acquirers() {
        return links.links().flatMap(({ linkId }) => links.current(linkId)?.linkId ?? [])
      },
    },
    newLinkOf: (linkId) => newLinkOf(mode, dependencies.acquirers, linkId),
    simulators: simulatorLinks,
    hasAppleDomainFile: async () => (await readAppleDomainFile(config)) !== undefined,
    checkCertificate(pem) {
      const checked = checkClientCertificate(pem)
      if (checked.kind === 'REFUSED') return checked
      const { fingerprint256: fingerprint, subject, notBefore, notAfter } = checked
      return { kind: 'CERTIFICATE', certificate: { fingerprint, subject, notBefore, notAfter } }
    },
  }
}
