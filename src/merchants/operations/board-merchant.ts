// Boards a merchant: creates it with its first API password and, where there is a simulator, its test twin with its own
// password.

import type { AuditStamp } from '../../audit/index.ts'
import { allOperations, type CredentialScope, credentialText } from '../../kernel/credential-scope.ts'
import type { Explanation } from '../../kernel/explanation.ts'
import type { Identifiers } from '../../kernel/identifiers.ts'
import type { Vault } from '../../keys/index.ts'
import type { MerchantStore } from '../ports/merchant-store.ts'
import type { Merchant } from '../rules/merchant.ts'
import { hashText } from './choose-repository.ts'
import { isTestId, refuseTestId, refuseTestLink, type SimulatorLinks, twinIdOf, twinOf } from './test-twin.ts'

export interface MerchantWithPassword {
  readonly merchant: Merchant
  readonly userId: string
  /** In clear, only this once: only a keyed hash of it is stored. */
  readonly password: string
}

export type MerchantBoardingResult =
  | {
      readonly kind: 'BOARDED'
      readonly boarded: MerchantWithPassword
      /** The result for the test twin; undefined where none was requested. */
      readonly twin: MerchantWithPassword | MissingTwinReason | undefined
    }
  /** The merchant exists already. */
  | { readonly kind: 'TAKEN' }
  | { readonly kind: 'REFUSED'; readonly explanation: Explanation }

/**
 * - TAKEN: a merchant with the twin's id exists already, and is not changed.
 * - NO_SIMULATOR: there is no simulator to serve it.
 * - TOO_LONG: the id leaves no room for the prefix.
 */
export type MissingTwinReason = 'TAKEN' | 'NO_SIMULATOR' | 'TOO_LONG'

/** For a first password with limited operations. */
const firstCredentialName = 'first'

export interface BoardingDependencies {
  readonly merchants: MerchantStore
  readonly vault: Pick<Vault, 'keyedHash'>
  readonly identifiers: Pick<Identifiers, 'apiPassword'>
}

export async function boardMerchant(
  {
    merchant,
    wantsTwin,
    simulators,
    operations = [allOperations],
  }: {
    readonly merchant: Merchant
    readonly wantsTwin: boolean
    /** Where there are some. */
    readonly simulators: SimulatorLinks | undefined
    /** The operations that the first passwords permit. */
    readonly operations?: CredentialScope
  },
  by: AuditStamp,
  dependencies: BoardingDependencies,
): Promise<MerchantBoardingResult> {
  const explanation = simulators ? refuseTestLink(merchant.id, merchant.profile, simulators) : refuseTestId(merchant.id)
  if (explanation) return { kind: 'REFUSED', explanation }
  const boarded = await createMerchant(merchant, operations, by, dependencies)
  if (!boarded) return { kind: 'TAKEN' }
  const isAlone = !wantsTwin || isTestId(merchant.id)
  return {
    kind: 'BOARDED',
    boarded,
    twin: isAlone ? undefined : await createTestMerchant(merchant, { simulators, operations, by }, dependencies),
  }
}

async function createTestMerchant(
  merchant: Merchant,
  {
    simulators,
    operations,
    by,
  }: {
    readonly simulators: SimulatorLinks | undefined
    readonly operations: CredentialScope
    readonly by: AuditStamp
  },
  dependencies: BoardingDependencies,
): Promise<MerchantWithPassword | MissingTwinReason> {
  if (!simulators) return 'NO_SIMULATOR'
  const id = twinIdOf(merchant.id)
  if (id === undefined) return 'TOO_LONG'
  return (await createMerchant(twinOf(merchant, { id, simulators }, hashText), operations, by, dependencies)) ?? 'TAKEN'
}

async function createMerchant(
  merchant: Merchant,
  operations: CredentialScope,
  by: AuditStamp,
  { merchants, vault, identifiers }: BoardingDependencies,
): Promise<MerchantWithPassword | undefined> {
  if (!(await merchants.create(merchant, by))) return undefined
  const password = identifiers.apiPassword()
  const name = operations.includes(allOperations) ? undefined : firstCredentialName
  const hash = vault.keyedHash('PASSWORD', credentialText({ merchantId: merchant.id, name, operations }, password))
  await (name === undefined
    ? merchants.addPassword(merchant.id, hash, by)
    : merchants.addCredential(merchant.id, { name, operations, hash }, by))
  return { merchant, userId: `merchant.${merchant.id}`, password }
}
