// Single values as every page shows them: amounts, times, statuses, identifiers.
import { ActionIcon, CopyButton as Copying, Text, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import type { StatusSubject } from '../../../../src/search/rules/status-sentences.ts'
import { amountText, isZero } from '../format/money.ts'
import { type Tone, toneOf } from '../format/status.ts'
import { sentenceOf } from '../format/status-sentence.ts'
import { codeText } from '../format/text.ts'
import { agoText, exactTimeText, secondText, timeText } from '../format/time.ts'
import { t } from '../language/text.ts'
import { Icon } from './icon.tsx'

interface MoneyProps {
  readonly amount: string
  readonly currency: string
  /** Taken from the merchant or given back: with a minus. */
  readonly isOutgoing?: boolean
}

export function Money({ amount, currency, isOutgoing = false }: MoneyProps) {
  const hasMinus = isOutgoing && !isZero(amount)
  return (
    <span className={hasMinus ? 'numbers outgoing' : 'numbers'} dir="ltr">
      {hasMinus && '−'}
      {amountText(amount, currency)}{' '}
      <Text span inherit c="dimmed" fz="0.86em">
        {currency}
      </Text>
    </span>
  )
}

interface TimeProps {
  readonly at: string | undefined
  /** "3 hours ago" in place of the date. */
  readonly isRelative?: boolean
  /** To the second, where much happens within a minute. */
  readonly isPrecise?: boolean
}

export function Time({ at, isRelative = false, isPrecise = false }: TimeProps) {
  if (at === undefined) return <NoValue />
  return (
    <time className="numbers" dateTime={at} title={exactTimeText(at)}>
      {isRelative ? agoText(at) : isPrecise ? secondText(at) : timeText(at)}
    </time>
  )
}

interface StatusProps {
  readonly status: string
  readonly children?: ReactNode
  /** Where the status alone does not say it. */
  readonly tone?: Tone
  /** Of what it is the status: the sentence of the status shows when it is pointed at. */
  readonly subject?: StatusSubject
}

export function StatusBadge({ status, children, tone = toneOf(status), subject }: StatusProps) {
  return (
    <span className="status" data-tone={tone} title={subject && sentenceOf(subject, status)}>
      {children ?? codeText(status)}
    </span>
  )
}

/** In a list of particulars. */
export function StatusWithSentence({ subject, ...badge }: StatusProps & { readonly subject: StatusSubject }) {
  return (
    <>
      <StatusBadge {...badge} />
      <StatusSentence subject={subject} status={badge.status} />
    </>
  )
}

interface SentenceProps {
  readonly subject: StatusSubject
  readonly status: string | undefined
}

/** What the status of a page says: whether it happened, and what is to be done now. */
export function StatusSentence({ subject, status }: SentenceProps) {
  const sentence = status && sentenceOf(subject, status)
  return sentence && <div className="status-sentence">{sentence}</div>
}

/** An identifier or another text that is read letter by letter. */
export function Code({ children, isCopyable = false }: { readonly children: string; readonly isCopyable?: boolean }) {
  return (
    <span>
      <span className="code">{children}</span>
      {isCopyable && <CopyButton value={children} />}
    </span>
  )
}

/** An identifier in a row, where the room is short. */
export function ShortCode({ children }: { readonly children: string }) {
  return (
    <span className="code short-code" title={children}>
      {children}
    </span>
  )
}

export function CopyButton({ value, label = t('Copy') }: { readonly value: string; readonly label?: string }) {
  return (
    <Copying value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('Copied') : label}>
          <ActionIcon variant="subtle" color="gray" size="sm" onClick={copy} aria-label={copied ? t('Copied') : label}>
            <Icon name={copied ? 'check' : 'copy'} size={15} />
          </ActionIcon>
        </Tooltip>
      )}
    </Copying>
  )
}

/** In place of a value that is not there. */
export function NoValue() {
  return (
    <Text span inherit c="dimmed" aria-label={t('none')}>
      –
    </Text>
  )
}
