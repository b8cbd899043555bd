// What a profile may name, as this gateway has it.
import type { Provider } from '../../../../../src/domain/browser-payments/provider.ts'
import { useRead } from '../../api/queries.ts'

interface ProfileChoices {
  readonly operations: readonly string[]
  readonly acquirerAdapters: readonly string[]
  readonly providerAdapters: Readonly<Record<Provider, readonly string[]>>
}

/** Undefined until it has come. */
export function useProfileChoices(): ProfileChoices | undefined {
  return useRead<ProfileChoices>('/profile-choices').data
}

/** What can be chosen, and what is there already whether or not it still can be. */
export function withPresent(choices: readonly string[] = [], present: readonly string[] = []): readonly string[] {
  return [...new Set([...choices, ...present])]
}
