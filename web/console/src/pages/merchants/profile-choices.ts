// What a profile may name, as this gateway has it.
import type { ProfileChoicesBody } from '../../../../../src/console/response-bodies/merchants.ts'
import { useRead } from '../../api/queries.ts'

export const profileChoicesPath = '/profile-choices'

/** Undefined until it has come. */
export function useProfileChoices(): ProfileChoicesBody | undefined {
  return useRead<ProfileChoicesBody>(profileChoicesPath).data
}

/** What can be chosen, and what is there already whether or not it still can be. */
export function withPresent(choices: readonly string[] = [], present: readonly string[] = []): readonly string[] {
  return [...new Set([...choices, ...present])]
}
