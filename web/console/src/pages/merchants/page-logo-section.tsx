// The logo on a merchant's payment pages: shown, replaced and removed apart from the rest of the profile.
import { Button, FileButton, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { PageLogoBody } from '../../../../../src/console/response-bodies/merchants.ts'
import { noPageLogo, pageLogoBytesMax, pageLogoTypes } from '../../../../../src/merchants/rules/page-theme.ts'
import { ApiProblem } from '../../api/problem.ts'
import { useChange } from '../../api/queries.ts'
import { t } from '../../language/text.ts'
import { notifySuccess } from '../../parts/notify.ts'
import { Section } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { type MerchantDetails, merchantPath } from './merchant.ts'

/** Known before it is sent. */
const tooLarge = new ApiProblem(413, {
  code: 'BODY_TOO_LARGE',
  explanation: t('The logo must not be larger than {size} KB.', { size: pageLogoBytesMax / 1024 }),
})

export function PageLogoSection({ merchant: { merchantId, pageLogo } }: { readonly merchant: MerchantDetails }) {
  const [isTooLarge, setTooLarge] = useState(false)
  const path = `${merchantPath(merchantId)}/page-logo`
  const change = useChange<PageLogoBody, string | undefined>(
    (content) => (content === undefined ? { method: 'DELETE', path } : { method: 'PUT', path, body: { content } }),
    {
      refreshes: [merchantPath(merchantId)],
      onDone: (_, content) =>
        notifySuccess(content === undefined ? t('The logo was removed.') : t('The logo was saved.')),
    },
  )
  const choose = async (file: File | null) => {
    if (!file) return
    setTooLarge(file.size > pageLogoBytesMax)
    if (file.size <= pageLogoBytesMax) change.mutate(await base64Of(file))
  }
  const hasLogo = pageLogo !== noPageLogo
  return (
    <Section title={t('Logo on payment pages')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t(
          'PNG, JPEG or WebP, at most {size} KB. Pages show it 44 pixels high. A logo in a checkout session takes precedence.',
          { size: pageLogoBytesMax / 1024 },
        )}
      </Text>
      <Group gap="sm">
        {hasLogo && (
          <img
            className="page-logo"
            src={`/checkout/logos/${merchantId}/${pageLogo}`}
            alt={t('Logo on payment pages')}
            height={44}
          />
        )}
        <FileButton accept={pageLogoTypes.join(',')} onChange={choose}>
          {(props) => (
            <Button {...props} variant="default" loading={change.isPending}>
              {hasLogo ? t('Replace logo') : t('Upload logo')}
            </Button>
          )}
        </FileButton>
        {hasLogo && (
          <Button variant="subtle" disabled={change.isPending} onClick={() => change.mutate(undefined)}>
            {t('Remove logo')}
          </Button>
        )}
      </Group>
      {isTooLarge ? <Problem error={tooLarge} /> : null}
      {change.error && !isTooLarge ? <Problem error={change.error} /> : null}
    </Section>
  )
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
