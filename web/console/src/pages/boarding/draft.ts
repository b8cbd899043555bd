// What an operator enters for a new merchant, step by step, and how it is sent.
import { type Role, roles } from '../../../../../src/kernel/user.ts'
import type { NewAcquirerLink } from '../../../../../src/merchants/rules/merchant.ts'
import { copiedProfile, newMerchantProfile } from '../../../../../src/merchants/rules/new-merchant-profile.ts'
import { repositoryDefaults } from '../../../../../src/merchants/rules/token-repository.ts'
import { type MerchantDetails, type Profile, profileChanges, profileOf } from '../merchants/merchant.ts'
import { repositoryBody, type TokenSettings } from '../merchants/token-settings.ts'

export const scopeChoices = ['FULL', 'PAYMENTS', 'READ_ONLY'] as const

export interface BoardingDraft {
  readonly merchantId: string
  /** Empty for the defaults. */
  readonly copyFrom: string
  readonly wantsTwin: boolean
  /** What the profile begins with: the defaults, or the copy. What is left so is not sent. */
  readonly untouched: Profile
  readonly profile: Profile
  readonly tokens: TokenSettings
  readonly notificationUrl: string
  readonly credentialScope: (typeof scopeChoices)[number]
  /** Without a login, no user is added. */
  readonly firstUser: { readonly login: string; readonly name: string; readonly role: Role }
}

const firstTokens: TokenSettings = { repositoryId: '', ...repositoryDefaults }

/** What the defaults of a new merchant depend on. */
export interface DraftStart {
  readonly link: NewAcquirerLink
  readonly isSandbox: boolean
}

export function newDraft({ link, isSandbox }: DraftStart): BoardingDraft {
  const untouched = profileOf(newMerchantProfile('', link, { isSandbox }))
  return {
    merchantId: '',
    copyFrom: '',
    // Only a sandbox has the simulator that serves it.
    wantsTwin: isSandbox,
    untouched,
    profile: untouched,
    tokens: firstTokens,
    notificationUrl: '',
    credentialScope: 'FULL',
    firstUser: { login: '', name: '', role: 'ADMINISTRATOR' },
  }
}

/** With another merchant's settings as defaults; what the user has entered already stays. */
export function draftCopiedFrom(draft: BoardingDraft, source: MerchantDetails): BoardingDraft {
  const { generation, management } = source.tokenRepository
  const untouched = profileOf(copiedProfile(source, ''))
  return {
    ...restarted(draft, untouched),
    copyFrom: source.merchantId,
    tokens: { repositoryId: draft.tokens.repositoryId, generation, management },
  }
}

/** With the gateway's own defaults again. */
export function draftWithDefaults(draft: BoardingDraft, start: DraftStart): BoardingDraft {
  const fresh = newDraft(start)
  const { repositoryId } = draft.tokens
  return { ...restarted(draft, fresh.untouched), copyFrom: '', tokens: { ...fresh.tokens, repositoryId } }
}

function restarted(draft: BoardingDraft, untouched: Profile): BoardingDraft {
  const { routes, acquirerLink, ...entered } = profileChanges(draft.untouched, draft.profile)
  // One form has routes, the other a link: what was entered in the other form has no place here.
  const link = untouched.routes ? routes && { routes } : acquirerLink && { acquirerLink }
  return { ...draft, untouched, profile: { ...untouched, ...entered, ...link } }
}

/** The settings that were changed. */
export function changedFields({ untouched, profile }: BoardingDraft): readonly (keyof Profile)[] {
  return Object.keys(profileChanges(untouched, profile)) as (keyof Profile)[]
}

export function boardingBody(draft: BoardingDraft): object {
  const { merchantId, copyFrom, wantsTwin, untouched, profile, tokens, credentialScope, firstUser } = draft
  const { acquirerLink, routes, ...changes } = profileChanges(untouched, profile)
  // Left empty, the acquirer knows the merchant by the gateway's id.
  const link = acquirerLink && Object.fromEntries(Object.entries(acquirerLink).filter(([, value]) => value !== ''))
  const { login, name, role } = firstUser
  const notificationUrl = draft.notificationUrl.trim()
  return {
    merchantId,
    ...(copyFrom !== '' && { copyFrom }),
    ...changes,
    ...(link && { acquirerLink: link }),
    ...(routes && {
      routes: routes.map((route) => ({ ...route, acquirerMerchantId: route.acquirerMerchantId || merchantId })),
    }),
    wantsTwin,
    ...repositoryBody(tokens),
    credentialScope,
    ...(notificationUrl !== '' && { notificationUrl }),
    ...(login !== '' && { firstUser: { login, name: name.trim() || login, permissions: roles[role] } }),
  }
}
