// What a profile may name, as this gateway has it.
import type { ProfileChoicesBody } from '../../../../../src/http/console/response-bodies/merchants.ts'
import { useRead } from '../../api/queries.ts'

/** Undefined until it has come. */
export function useProfileChoices(): ProfileChoicesBody | undefined {
  return useRead<ProfileChoicesBody>('/profile-choices').data
}

/** What can be chosen, and what is there already whether or not it still can be. */
export function withPresent(choices: readonly string[] = [], present: readonly string[] = []): readonly string[] {
  return [...new Set([...choices, ...present])]
}
