// The gateway's hosted fields on a page of the console: frames of the gateway take the card, and it goes into a session.
import type { PaymentSessionBody } from '../../../../../src/console/response-bodies/orders.ts'
import { path, send } from '../../api/client.ts'
import { t } from '../../language/text.ts'

export const cardFields = {
  number: {
    ...{ id: 'card-number', name: 'cardNumber', label: t('Card number'), placeholder: '0000 0000 0000 0000' },
    missing: t('Enter the card number.'),
    invalid: t('This card number is not valid.'),
  },
  expiryMonth: {
    ...{ id: 'card-month', name: 'expiryMonth', label: t('Expiry month'), placeholder: t('MM') },
    missing: t('Enter the expiry month.'),
    invalid: t('This expiry month is not valid.'),
  },
  expiryYear: {
    ...{ id: 'card-year', name: 'expiryYear', label: t('Expiry year'), placeholder: t('YY') },
    missing: t('Enter the expiry year.'),
    invalid: t('This expiry year is not valid.'),
  },
  securityCode: {
    ...{ id: 'card-code', name: 'securityCode', label: t('Security code'), placeholder: '' },
    missing: t('Enter the security code.'),
    invalid: t('This security code is not valid.'),
  },
  nameOnCard: {
    ...{ id: 'card-name', name: 'nameOnCard', label: t('Name on card'), placeholder: '' },
    missing: t('Enter the name on the card.'),
    invalid: t('This name is not valid.'),
  },
} as const

export type CardField = keyof typeof cardFields
export const cardFieldNames = Object.keys(cardFields) as readonly CardField[]

/** The result of the fields. */
export type CardFillResult =
  | { readonly status: 'ok'; readonly sessionId: string }
  /** Invalid or missing, by field. */
  | { readonly status: 'fields_in_error'; readonly errors: Partial<Record<CardField, string>> }
  | { readonly status: 'failed'; readonly message: string }

export interface HostedCard {
  /** Payers with an e-mail address get a receipt. */
  readonly sendsReceipts: boolean
  /** Puts what was typed into the session. */
  fill(): Promise<CardFillResult>
  /** The message of a field for screen readers; '' removes it. */
  showMessage(field: CardField, message: string): void
  remove(): void
}

interface LibraryResult {
  readonly status: string
  readonly message?: string
  readonly session?: { readonly id: string }
  readonly errors?: Readonly<Record<string, string>>
}

interface PaymentSession {
  configure(configuration: object): void
  updateSessionFromForm(kind: string): void
  setFocusStyle(names: readonly string[], style: object): void
  setMessage(names: readonly string[], text: string): void
}

const version = 100
const libraries = new Map<string, Promise<PaymentSession>>()

/** The library knows its merchant by the address it was loaded from; each is loaded once. */
function libraryOf(merchantId: string): Promise<PaymentSession> {
  const known = libraries.get(merchantId)
  if (known) return known
  const { promise, resolve, reject } = Promise.withResolvers<PaymentSession>()
  const script = document.createElement('script')
  script.src = `/form/version/${version}/merchant/${encodeURIComponent(merchantId)}/session.js`
  script.addEventListener('load', () =>
    resolve((globalThis as unknown as { readonly PaymentSession: PaymentSession }).PaymentSession),
  )
  script.addEventListener('error', () => {
    // Another visit of the page tries again.
    libraries.delete(merchantId)
    script.remove()
    reject(new Error(t('The card fields could not be loaded.')))
  })
  libraries.set(merchantId, promise)
  document.head.append(script)
  return promise
}

const roles = cardFieldNames.map((name) => `card.${name}`)
/** How our page keeps others from showing it in a frame. */
const promised = { frameEmbeddingMitigation: ['csp', 'x-frame-options'] }

interface HostedCardOptions {
  readonly focusColour: string
  /** Aborted when the page has gone: another may be there by now, whose fields are not to be touched. */
  readonly signal: AbortSignal
}

/** Lays the fields over the inputs of these ids, which have to be there. */
export async function openHostedCard(
  merchantId: string,
  { focusColour, signal }: HostedCardOptions,
): Promise<HostedCard> {
  const [library, { sessionId, sendsReceipts }] = await Promise.all([
    libraryOf(merchantId),
    send<PaymentSessionBody>({ method: 'POST', path: path`/merchants/${merchantId}/sessions`, signal }),
  ])
  signal.throwIfAborted()
  let onFilled: (result: LibraryResult) => void = () => {}
  const initialized = await new Promise<LibraryResult>((resolve) => {
    library.configure({
      ...promised,
      session: sessionId,
      fields: { card: Object.fromEntries(cardFieldNames.map((name) => [name, `#${cardFields[name].id}`])) },
      callbacks: { initialized: resolve, formSessionUpdate: (result: LibraryResult) => onFilled(result) },
      interaction: { displayControl: { formatCard: 'EMBOSSED', invalidFieldCharacters: 'REJECT' } },
    })
  })
  if (initialized.status !== 'ok') throw new Error(initialized.message ?? t('The card fields are not available.'))
  library.setFocusStyle(roles, { borderColor: focusColour, outlineColor: focusColour })
  return {
    sendsReceipts,
    async fill() {
      const { promise, resolve } = Promise.withResolvers<LibraryResult>()
      onFilled = resolve
      library.updateSessionFromForm('card')
      return filledBy(await promise, sessionId)
    },
    showMessage: (field, message) => library.setMessage([`card.${field}`], message),
    // The library takes its frames away when it is given others; none are others, too.
    remove: () => library.configure({ ...promised, fields: {} }),
  }
}

function filledBy({ status, errors = {} }: LibraryResult, sessionId: string): CardFillResult {
  if (status === 'ok') return { status, sessionId }
  if (status !== 'fields_in_error')
    return { status: 'failed', message: errors['message'] ?? t('The card details could not be saved. Try again.') }
  const wrong = cardFieldNames.flatMap((name) => {
    const { missing, invalid, name: libraryName } = cardFields[name]
    const problem = errors[libraryName]
    return problem === undefined ? [] : [[name, problem === 'missing' ? missing : invalid] as const]
  })
  return { status, errors: Object.fromEntries(wrong) }
}
