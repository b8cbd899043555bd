// What a profile may name, as this gateway has it.
import type { Provider } from '../../../../../src/domain/browser-payments/provider.ts'
import type { NewAcquirerLink } from '../../../../../src/domain/merchants/merchant.ts'
import { useRead } from '../../api/queries.ts'

export interface ProfileChoices {
  readonly operations: readonly string[]
  readonly acquirerAdapters: readonly string[]
  readonly providerAdapters: Readonly<Record<Provider, readonly string[]>>
  /** Of a new merchant for whom nothing else was said; production has none. */
  readonly newLink?: NewAcquirerLink
}

export const profileChoicesPath = '/profile-choices'

/** Undefined until it has come. */
export function useProfileChoices(): ProfileChoices | undefined {
  return useRead<ProfileChoices>(profileChoicesPath).data
}

/** What can be chosen, and what is there already whether or not it still can be. */
export function withPresent(choices: readonly string[] = [], present: readonly string[] = []): readonly string[] {
  return [...new Set([...choices, ...present])]
}
