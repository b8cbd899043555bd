// One token: what is stored under it, how it was used, and its deletion.
import { Button, SimpleGrid, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { TokenDetailsBody } from '../../../../../src/console/response-bodies/tokens.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { codeText } from '../../format/text.ts'
import { t, tx } from '../../language/text.ts'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { Icon } from '../../parts/icon.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { notifySuccess } from '../../parts/notify.ts'
import { Page, Section } from '../../parts/page.tsx'
import { QueryContent } from '../../parts/states.tsx'
import { Code, StatusBadge, Time } from '../../parts/values.tsx'
import { usePermission } from '../../session/session-context.tsx'
import { usePathParameter } from '../../shell/address.ts'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { accountOf, expiryText, kindText, type TokenDetails, tokensPath } from './token.ts'

export function TokenPage() {
  const merchantId = useMerchantId()
  const token = usePathParameter('token')
  const reading = useRead<TokenDetailsBody>(`${tokensPath(merchantId)}/${encodeURIComponent(token)}`)
  const mayDelete = usePermission('CONFIGURE')
  return (
    <Page
      title={t('Token')}
      description={<Code isCopyable>{token}</Code>}
      actions={mayDelete && reading.data && <DeleteToken token={reading.data} />}
    >
      <QueryContent reading={reading}>{(found) => <Particulars token={found} />}</QueryContent>
    </Page>
  )
}

function Particulars({ token }: { readonly token: TokenDetails }) {
  const { sourceOfFunds, schemeToken, usage, replacementToken } = token
  const card = sourceOfFunds?.provided?.card
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Section title={t('Stored details')}>
        <KeyValues
          items={[
            [t('Status'), <StatusBadge key="status" status={token.status} />],
            [t('Kind'), kindText(token)],
            [t('Account'), <Code key="account">{accountOf(token) ?? ''}</Code>],
            [t('Expiry'), expiryText(card?.expiry)],
            [t('Brand'), card?.brand && codeText(card.brand)],
            [t('Funding'), card?.fundingMethod && codeText(card.fundingMethod)],
            [t('Issuer'), card?.issuer],
            [t('Replaced by'), replacementToken && <Code key="replacement">{replacementToken}</Code>],
          ]}
        />
      </Section>
      <Section title={t('Usage')}>
        <KeyValues
          items={[
            [t('Last used'), <Time key="used" at={usage?.lastUsedTime} />],
            [t('Last changed'), <Time key="changed" at={usage?.lastUpdated?.time} />],
            [t('Changed by'), usage?.lastUpdated?.merchantId],
            [t('Verification before storing'), token.verificationStrategy && codeText(token.verificationStrategy)],
            [t('Repository'), token.repositoryId],
          ]}
        />
      </Section>
      {schemeToken && (
        <Section title={t('Scheme token')} description={t('Issued by the card scheme in place of the card number.')}>
          <KeyValues
            items={[
              [t('Status'), schemeToken.status && <StatusBadge key="status" status={schemeToken.status} />],
              [t('Number'), schemeToken.number && <Code key="number">{schemeToken.number}</Code>],
              [t('Expiry'), expiryText(schemeToken.expiry)],
              [t('Provider'), schemeToken.provider],
              [t('Last changed'), schemeToken.lastUpdated && <Time key="changed" at={schemeToken.lastUpdated} />],
            ]}
          />
        </Section>
      )}
    </SimpleGrid>
  )
}

function DeleteToken({ token }: { readonly token: TokenDetails }) {
  const list = tokensPath(useMerchantId())
  const [isOpen, setOpen] = useState(false)
  const [, navigate] = useLocation()
  const client = useQueryClient()
  const deletion = useChange(() => ({ method: 'DELETE', path: `${list}/${encodeURIComponent(token.token)}` }), {
    onDone: () => {
      notifySuccess(t('The token was deleted.'))
      // The lists only: asked for again, the token itself would not be found.
      client.removeQueries({ queryKey: [list] })
      navigate(list, { replace: true })
    },
  })
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)} leftSection={<Icon name="trash" size={16} />}>
        {t('Delete')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('Delete this token?')}
        confirm={t('Delete token')}
        isDangerous
        onConfirm={() => deletion.mutate()}
        isBusy={deletion.isPending}
        error={deletion.error}
      >
        <Text fz="sm">
          {tx(
            'The details stored under {token} are permanently deleted. Payments that use the token will be rejected, including those of other merchants that share it.',
            { token: <Code key="token">{token.token}</Code> },
          )}
        </Text>
      </ConfirmDialog>
    </>
  )
}
