// The account updater: knows from the issuers which cards were replaced, renewed or closed.
import type { Expiry } from '../../kernel/instrument.ts'
import type { Secret } from '../../kernel/secret.ts'

/**
 * - unchanged: the card is as stored, or nothing newer is known.
 * - renewed: the same number, another expiry.
 * - replaced: another number.
 * - closed: the card is no longer valid, without a replacement.
 * - noAnswer: the updater could not be asked.
 */
export type AccountUpdate =
  | { readonly kind: 'UNCHANGED' }
  | { readonly kind: 'RENEWED'; readonly expiry: Expiry }
  | { readonly kind: 'REPLACED'; readonly number: Secret; readonly expiry: Expiry }
  | { readonly kind: 'CLOSED' }
  | { readonly kind: 'NO_ANSWER' }

export interface AccountUpdater {
  lookUp(question: {
    /** Chosen by the gateway, for the updater's books. */
    readonly reference: string
    readonly number: Secret
    readonly expiry?: Expiry | undefined
  }): Promise<AccountUpdate>
}
