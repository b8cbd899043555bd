// Which colour a status has, everywhere. What is not listed is grey.
export type Tone = 'good' | 'waiting' | 'bad' | 'info' | 'quiet' | 'out'

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
    'WON',
  ],
  info: ['AUTHORIZED', 'VERIFIED', 'PARTIALLY_CAPTURED', 'INITIATED', 'AUTHENTICATED', 'OPEN', 'DISBURSED'],
  waiting: [
    'PENDING',
    'WAITING',
    'UNKNOWN',
    'REVIEW',
    'IN_REVIEW',
    'INFORMATION_REQUESTED',
    'REFUND_REQUESTED',
    'DISPUTED',
    'REVIEW_REQUIRED',
    'REQUESTED',
    'RETRYING',
    'AUTHENTICATION_INITIATED',
    'AUTHENTICATION_NOT_NEEDED',
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
    'LOST',
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
  quiet: ['CANCELLED', 'FUNDING', 'VOID'],
  // Money that went back.
  out: ['REFUNDED', 'PARTIALLY_REFUNDED'],
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
  out: 'gray',
}
