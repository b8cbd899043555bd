// Manages the hosted fields of a page: opens them, reports whether they are ready, and removes them with the page.
import { useEffect, useRef, useState } from 'react'
import { ApiProblem, problemText } from '../../api/problem.ts'
import { t } from '../../language/text.ts'
import {
  type CardField,
  type CardFillResult,
  cardFieldNames,
  type HostedCard,
  openHostedCard,
} from './hosted-fields.ts'

export interface HostedCardState {
  readonly isReady: boolean
  readonly sendsReceipts: boolean
  readonly problem: string | undefined
  readonly errors: Partial<Record<CardField, string>>
  fill(): Promise<CardFillResult>
}

/** Of the accent; it stands out from the paper on both sides. */
const focusColour = '#2a9c88'

export function useHostedCard(merchantId: string): HostedCardState {
  const card = useRef<HostedCard>(undefined)
  const [isReady, setReady] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [errors, setErrors] = useState<Partial<Record<CardField, string>>>({})
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    openHostedCard(merchantId, { focusColour, signal }).then(
      (opened) => {
        if (signal.aborted) return opened.remove()
        card.current = opened
        setReady(true)
      },
      (error) => {
        if (!signal.aborted)
          setProblem(error instanceof ApiProblem || !(error instanceof Error) ? problemText(error) : error.message)
      },
    )
    return () => {
      leaving.abort()
      card.current?.remove()
      card.current = undefined
    }
  }, [merchantId])
  return {
    isReady,
    sendsReceipts: isReady && card.current?.sendsReceipts === true,
    problem,
    errors,
    async fill() {
      const filled: CardFillResult = (await card.current?.fill()) ?? {
        status: 'failed',
        message: t('The card fields are still loading.'),
      }
      const wrong = filled.status === 'fields_in_error' ? filled.errors : {}
      setErrors(wrong)
      for (const field of cardFieldNames) card.current?.showMessage(field, wrong[field] ?? '')
      return filled
    },
  }
}
