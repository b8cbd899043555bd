// A field for an amount that is stored as plain decimal text and typed as the user's language writes amounts.
import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { amountProblem, amountToEdit, enteredAmount, isSameAmount } from '../format/amount-rule.ts'

/** No reader takes it for an amount: what cannot be read is refused rather than saved. */
const unreadable = '?'

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'error'> {
  /** Plain decimal text, or empty. */
  readonly value: string
  /** Empty while it has not been chosen. */
  readonly currency: string
  readonly onChange: (amount: string) => void
}

export function AmountInput({ value, currency, onChange, ...others }: Props) {
  const [text, setText] = useState(() => shownText(value, currency))
  const [isTyped, setTyped] = useState(false)
  useEffect(() => {
    // Not while the same amount is being typed.
    setText((typed) => (isShownBy(typed, value, currency) ? typed : shownText(value, currency)))
  }, [value, currency])
  const wrong = isTyped && text.trim() !== '' ? amountProblem(text, { currency }) : undefined
  return (
    <TextInput
      {...others}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      error={wrong}
      onChange={({ currentTarget }) => {
        const typed = currentTarget.value
        setTyped(true)
        setText(typed)
        onChange(typed.trim() === '' ? '' : (enteredAmount(typed, currency) ?? unreadable))
      }}
    />
  )
}

export function isReadable(amount: string): boolean {
  return amount !== unreadable
}

function shownText(value: string, currency: string): string {
  return /^\d+(\.\d+)?$/.test(value) ? amountToEdit(value, currency) : ''
}

function isShownBy(typed: string, value: string, currency: string): boolean {
  if (value === '' || value === unreadable) return value === unreadable || typed.trim() === ''
  const entered = enteredAmount(typed, currency)
  return entered !== undefined && isSameAmount(entered, value, currency)
}
