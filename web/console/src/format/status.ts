// Which colour a status has, everywhere. What is not listed is grey.
export type Tone = 'good' | 'waiting' | 'bad' | 'info' | 'quiet'

const tones: Readonly<Record<Tone, readonly string[]>> = {
  good: [
    'CAPTURED',
    'SUCCESS',
    'APPROVED',
    'VALID',
    'DELIVERED',
    'ENABLED',
    'ACCEPTED',
    'FUNDED',
    'CLOSED',
    'TRUSTED',
    'UP',
  ],
  info: ['AUTHORIZED', 'VERIFIED', 'PARTIALLY_CAPTURED', 'INITIATED', 'AUTHENTICATED', 'OPEN', 'DISBURSED'],
  waiting: [
    'PENDING',
    'WAITING',
    'UNKNOWN',
    'REVIEW',
    'REFUND_REQUESTED',
    'DISPUTED',
    'REVIEW_REQUIRED',
    'REQUESTED',
    'RETRYING',
    'AUTHENTICATION_INITIATED',
    'AUTHENTICATION_NOT_NEEDED',
    'FUNDING',
    'REVERSAL_OWED',
    'IN_FLIGHT',
    'OVERDUE',
    'EXPIRING',
    'CLOSING',
  ],
  bad: [
    'FAILED',
    'FAILURE',
    'DECLINED',
    'REJECTED',
    'INVALID',
    'PARKED',
    'DISABLED',
    'LOCKED',
    'ERROR',
    'SUSPECT',
    'DOWN',
    'EXPIRED',
    'AUTHENTICATION_UNSUCCESSFUL',
    'CHARGEBACK_PROCESSED',
    'EXCESSIVELY_REFUNDED',
    'REVERSAL_REFUSED',
    'MANUAL_RESOLUTION',
    'OUT_OF_BALANCE',
  ],
  quiet: ['CANCELLED', 'REFUNDED', 'PARTIALLY_REFUNDED', 'VOID'],
}

const toneByStatus = new Map(
  (Object.keys(tones) as Tone[]).flatMap((tone) => tones[tone].map((status) => [status, tone] as const)),
)

export function toneOf(status: string): Tone {
  return toneByStatus.get(status) ?? 'quiet'
}

/** Of the theme, for components that take a colour; what is only a word has `StatusBadge`. */
export const colourOf: Readonly<Record<Tone, string>> = {
  good: 'gate',
  info: 'blue',
  waiting: 'yellow',
  bad: 'red',
  quiet: 'gray',
}
