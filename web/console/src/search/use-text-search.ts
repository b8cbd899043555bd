// What a typed text finds. A card number is not sent: it has no place in a request that may be logged on its way.

import type { TextSearchBody } from '../../../../src/console/response-bodies/search.ts'
import { isKnownCardNumber } from '../../../../src/kernel/instrument.ts'
import { path } from '../api/client.ts'
import { useRead } from '../api/queries.ts'
import { usePermission } from '../session/session-context.tsx'

/** As many digits as a card number has, in groups or not; receipts have twelve. The service looks more closely, and refuses. */
function holdsCardNumber(text: string): boolean {
  const runs = text.match(/\d(?:[ .\-/]{0,2}\d){12,18}/g) ?? []
  return runs.some((run) => isKnownCardNumber(run.replaceAll(/\D/g, '')))
}

export const searchPath = (merchantId: string) => path`/merchants/${merchantId}/search`

export function useTextSearch(merchantId: string | undefined, text: string, limit: number) {
  const mayView = usePermission('VIEW')
  const isCardNumber = holdsCardNumber(text)
  const isWanted = merchantId !== undefined && mayView && text !== '' && !isCardNumber
  const reading = useRead<TextSearchBody>(
    searchPath(merchantId ?? ''),
    { text, limit: String(limit) },
    { isWanted, keepsPrevious: true },
  )
  return { ...reading, data: isWanted ? reading.data : undefined, isWanted, isCardNumber }
}
