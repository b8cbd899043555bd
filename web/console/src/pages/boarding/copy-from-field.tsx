// Takes the settings of a merchant that the user may see as defaults of the new one.
import { Select } from '@mantine/core'
import { useState } from 'react'
import type { MerchantBody, MerchantListBody } from '../../../../../src/console/response-bodies/merchants.ts'
import { send } from '../../api/client.ts'
import { useRead } from '../../api/queries.ts'
import { t } from '../../language/text.ts'
import { usePermission } from '../../session/session-context.tsx'
import { merchantPath, problemAt } from '../merchants/merchant.ts'
import { type BoardingDraft, type DraftStart, draftCopiedFrom, draftWithDefaults } from './draft.ts'

interface CopyFromProps {
  readonly draft: BoardingDraft
  readonly start: DraftStart
  readonly error: unknown
  readonly onChange: (changes: Partial<BoardingDraft>) => void
}

export function CopyFromField({ draft, start, error, onChange }: CopyFromProps) {
  const maySee = usePermission('VIEW')
  const { data } = useRead<MerchantListBody>('/merchants', {}, { isWanted: maySee })
  const [failure, setFailure] = useState<string>()
  const copy = async (merchantId: string) => {
    setFailure(undefined)
    if (merchantId === '') return onChange(draftWithDefaults(draft, start))
    try {
      onChange(draftCopiedFrom(draft, await send<MerchantBody>({ method: 'GET', path: merchantPath(merchantId) })))
    } catch (problem) {
      setFailure(problem instanceof Error ? problem.message : t('The merchant could not be read.'))
    }
  }
  if (!maySee) return null
  return (
    <Select
      label={t('Copy from')}
      description={t(
        'Copies settings and risk rules. Names, IDs at acquirers and providers, websites, tokens, card lists, users and credentials are never copied.',
      )}
      placeholder={t('Default: the gateway’s defaults')}
      searchable
      clearable
      limit={50}
      data={(data?.merchants ?? []).map(({ merchantId, name }) => ({
        value: merchantId,
        label: name === merchantId ? name : `${name} (${merchantId})`,
      }))}
      value={draft.copyFrom || null}
      error={failure ?? problemAt(error, 'copyFrom')}
      onChange={(chosen) => void copy(chosen ?? '')}
    />
  )
}
