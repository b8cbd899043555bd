// The merchant whose payments go to the ISO 8583 test host, and the link to it.

import { createLink, updateLink } from '../../acquirers/operations/manage-links.ts'
import type { Administration } from '../../compose/index.ts'
import type { Merchant } from '../../merchants/rules/merchant.ts'
import { sandboxMerchant } from './merchants.ts'

const cardHostLink = { linkId: 'iso8583-host', adapter: 'iso8583', acquirerId: 'TEST_HOST' } as const

export const cardHostMerchant: Merchant = sandboxMerchant('TESTISO8583', { acquirerLink: cardHostLink })

/** The link follows the port; other changes of the operator stay. */
export async function ensureCardHostLink(
  { links, adapterCatalogue }: Pick<Administration, 'links' | 'adapterCatalogue'>,
  port: number,
): Promise<void> {
  const { linkId } = cardHostLink
  const settings = { addresses: `127.0.0.1:${port}`, booksUrl: `http://127.0.0.1:${port + 1}` }
  const by = { actor: 'sandbox', at: new Date() }
  const link = await links.find(linkId)
  const current = link?.revisions.find(({ revision }) => revision === link.revision)?.settings
  if (!link)
    await createLink({ ...cardHostLink, values: { ...settings, institutionId: '12345', reconnectMaxMs: 5_000 } }, by, {
      links,
      adapterCatalogue,
    })
  else if (current?.['addresses'] !== settings.addresses || current['booksUrl'] !== settings.booksUrl)
    await updateLink(linkId, { given: settings }, by, { links, adapterCatalogue })
}
