// What is entered for a new payment link, and its validation.
import type { NewPaymentLinkInput } from '../../../../../src/console/request-bodies.ts'
import { usesMaxLimit } from '../../../../../src/kernel/order-status.ts'
import { amountProblem, validAmount } from '../../format/amount-rule.ts'
import { t } from '../../language/text.ts'
import { instantOf } from '../../parts/filters.tsx'

export const expiryChoices = [
  { value: '1', label: t('In 24 hours') },
  { value: '7', label: t('In 7 days') },
  { value: '30', label: t('In 30 days') },
  { value: '90', label: t('In 90 days') },
  { value: 'day', label: t('After a certain day') },
  { value: 'never', label: t('Never') },
] as const

export interface PaymentLinkForm {
  readonly description: string
  readonly operation: NewPaymentLinkInput['operation']
  readonly isOpen: boolean
  readonly amount: string
  readonly amountMin: string
  readonly amountMax: string
  /** '' until the merchant's currencies are known. */
  readonly currency: string
  readonly uses: 'ONCE' | 'SEVERAL' | 'UNLIMITED'
  readonly usesMax: string
  readonly expires: string
  /** The last day on which it can be paid. */
  readonly expiryDay: string
  readonly orderId: string
  /** '' for the language of the payer's browser. */
  readonly language: string
}

export const emptyPaymentLink: PaymentLinkForm = {
  description: '',
  operation: 'PAY',
  isOpen: false,
  amount: '',
  amountMin: '',
  amountMax: '',
  currency: '',
  uses: 'ONCE',
  usesMax: '10',
  expires: '30',
  expiryDay: '',
  orderId: '',
  language: '',
}

type LinkProblems = Partial<Record<keyof PaymentLinkForm, string>>

export function paymentLinkProblems(form: PaymentLinkForm): LinkProblems {
  const { currency, isOpen, amount, amountMin, amountMax, uses, usesMax, expires, expiryDay } = form
  if (!/^[A-Z]{3}$/.test(currency)) return { currency: t('Choose a currency.') }
  const limitProblem = (text: string) => (text.trim() === '' ? undefined : amountProblem(text, { currency }))
  const found: Readonly<Record<string, string | undefined>> = {
    amount: isOpen ? undefined : amountProblem(amount, { currency }),
    amountMin: isOpen ? limitProblem(amountMin) : undefined,
    amountMax: isOpen ? limitProblem(amountMax) : undefined,
    usesMax:
      uses === 'SEVERAL' && !isCount(usesMax)
        ? t('Enter a number from 2 to {most}.', { most: String(usesMaxLimit) })
        : undefined,
    expiryDay: expires === 'day' && instantOf(expiryDay, true) === '' ? t('Choose a day.') : undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined))
}

function isCount(text: string): boolean {
  return /^\d{1,4}$/.test(text) && Number(text) >= 2 && Number(text) <= usesMaxLimit
}

const dayMs = 86_400_000

/** What the service takes. */
export function paymentLinkInput(form: PaymentLinkForm, now: number): NewPaymentLinkInput {
  const { operation, currency, isOpen, uses } = form
  const description = form.description.trim()
  const orderId = form.orderId.trim()
  const expiresAt = expiryOf(form, now)
  const limits = isOpen && {
    ...(form.amountMin.trim() && { amountMin: validAmount(form.amountMin, currency) }),
    ...(form.amountMax.trim() && { amountMax: validAmount(form.amountMax, currency) }),
  }
  return {
    operation,
    currency,
    ...(isOpen ? limits : { amount: validAmount(form.amount, currency) }),
    ...(uses !== 'UNLIMITED' && { usesMax: uses === 'ONCE' ? 1 : Number(form.usesMax) }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(description && { description }),
    ...(orderId && { orderId }),
    ...(form.language && { language: form.language as NonNullable<NewPaymentLinkInput['language']> }),
  }
}

function expiryOf({ expires, expiryDay }: PaymentLinkForm, now: number): string | undefined {
  if (expires === 'never') return undefined
  return expires === 'day' ? instantOf(expiryDay, true) : new Date(now + Number(expires) * dayMs).toISOString()
}
