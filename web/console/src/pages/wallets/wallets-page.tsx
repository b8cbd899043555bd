// Apple Pay and Google Pay of a merchant: whether payment pages offer them, their settings, keys and certificates.
import type { WalletListBody } from '../../../../../src/console/response-bodies/merchants.ts'
import { useRead } from '../../api/queries.ts'
import { t } from '../../language/text.ts'
import { Page } from '../../parts/page.tsx'
import { QueryContent } from '../../parts/states.tsx'
import { usePermission } from '../../session/session-context.tsx'
import { WalletPart } from './wallet-part.tsx'
import { useWalletsPath } from './wire.ts'

export function WalletsPage() {
  const reading = useRead<WalletListBody>(useWalletsPath())
  const mayChange = usePermission('CONFIGURE')
  return (
    <Page title={t('Wallets')} description={t('Apple Pay and Google Pay on your payment pages and in your apps.')}>
      <QueryContent reading={reading}>
        {(list) =>
          list.wallets.map((setting) => (
            <WalletPart key={setting.wallet} setting={setting} list={list} mayChange={mayChange} />
          ))
        }
      </QueryContent>
    </Page>
  )
}
