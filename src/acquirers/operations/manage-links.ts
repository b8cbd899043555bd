// Creates and changes acquirer links. Whether a change makes a new revision follows from the adapter's schema.

import type { AuditStamp } from '../../audit/index.ts'
import { type Explanation, explain } from '../../kernel/explanation.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { SettingValues } from '../../kernel/settings-schema.ts'
import type { AdapterCatalogue } from '../ports/adapter-catalogue.ts'
import type { Link, LinkChange, LinkStore, NewLink } from '../ports/link-store.ts'
import {
  applyChanges,
  changedSettings,
  isIdentityChange,
  type SettingChanges,
  secretsToEnterAgain,
  splitSecrets,
  weakenedSettings,
} from '../rules/link.ts'

export interface LinkAdministrationDependencies {
  readonly links: LinkStore
  readonly adapterCatalogue: AdapterCatalogue
}

export interface LinkRefusal {
  readonly kind: 'REFUSED'
  /** The setting that was refused, if it is a single one. */
  readonly setting?: string
  /** Completes a sentence that begins with the setting, or is a sentence. Adapters from outside say it in English alone. */
  readonly reason: string | Explanation
}

export type LinkResult =
  | { readonly kind: 'DONE'; readonly link: Link }
  | { readonly kind: 'UNKNOWN_LINK' | 'TAKEN' }
  | LinkRefusal

export interface LinkCreation {
  readonly linkId: string
  readonly adapter: string
  /** Shown as transaction.acquirer.id; by default the link's id. */
  readonly acquirerId?: string | undefined
  readonly values: SettingValues
}

export async function createLink(
  creation: LinkCreation,
  by: AuditStamp,
  { links, adapterCatalogue }: LinkAdministrationDependencies,
): Promise<LinkResult> {
  const planned = planCreation(creation, adapterCatalogue)
  if ('kind' in planned) return planned
  const isMade = await links.create(planned, by)
  if (!isMade) return { kind: 'TAKEN' }
  const link = await links.find(creation.linkId)
  return link ? { kind: 'DONE', link } : { kind: 'UNKNOWN_LINK' }
}

export function planCreation(
  { linkId, adapter: name, acquirerId = linkId, values }: LinkCreation,
  catalogue: AdapterCatalogue,
): NewLink | LinkRefusal {
  const adapter = catalogue.find(name)
  if (!adapter) return unknownAdapter(name, catalogue)
  const fault = catalogue.check(name, values)
  if (fault) return { kind: 'REFUSED', ...fault }
  return { linkId, adapter: name, acquirerId, ...splitSecrets(adapter.settings, values) }
}

export interface LinkUpdate extends SettingChanges {
  readonly acquirerId?: string | undefined
  /** Tuning of an older revision, which may still have transactions. */
  readonly revision?: number | undefined
}

/**
 * A change of an identity setting makes a new revision with the other settings of the present one and none of its secrets;
 * any other changes the revision in place.
 */
export async function updateLink(
  linkId: string,
  update: LinkUpdate,
  by: AuditStamp,
  { links, adapterCatalogue }: LinkAdministrationDependencies,
): Promise<LinkResult & { readonly hasNewRevision?: boolean }> {
  let refusal: LinkRefusal | undefined
  let before = 0
  const refuse = (reason: LinkRefusal) => {
    refusal = reason
    return 'REFUSED' as const
  }
  const decided = await links.change(
    linkId,
    (link): LinkChange | 'REFUSED' => {
      before = link.revision
      const change = planUpdate(link, update, adapterCatalogue)
      return 'kind' in change ? refuse(change) : change
    },
    by,
  )
  if (decided === undefined) return { kind: 'UNKNOWN_LINK' }
  if (decided === 'REFUSED') return refusal ?? { kind: 'REFUSED', reason: explain('The change was refused.') }
  return { kind: 'DONE', link: decided, hasNewRevision: decided.revision > before }
}

/** What a change of settings means for a link: nothing, other tuning, or a new revision. */
export function planUpdate(
  link: Link,
  { given, unset = [], acquirerId, revision: number = link.revision }: LinkUpdate,
  catalogue: AdapterCatalogue,
): LinkChange | LinkRefusal {
  const adapter = catalogue.find(link.adapter)
  if (!adapter) return unknownAdapter(link.adapter, catalogue)
  const revision = link.revisions.find((each) => each.revision === number)
  if (!revision) return { kind: 'REFUSED', reason: explain('The link has no revision {number}.', { number }) }
  const unknown = unset.find((name) => !(name in adapter.settings.properties))
  if (unknown !== undefined)
    return { kind: 'REFUSED', setting: unknown, reason: explain('is not a setting of this adapter') }
  const before = { ...revision.settings, ...revision.secrets }
  const after = applyChanges(before, { given, unset })
  const fault = catalogue.check(adapter.name, after)
  if (fault) return { kind: 'REFUSED', ...fault }
  const changed = changedSettings(adapter.settings, before, after)
  if (changed.length === 0) return { ...omitUndefined({ acquirerId }) }
  const isNew = isIdentityChange(adapter.settings, changed)
  if (isNew && number !== link.revision)
    return {
      kind: 'REFUSED',
      reason: explain('Only tuning settings of an older revision can be changed, not {settings}.', {
        settings: changed.join(', '),
      }),
    }
  const [secret] = isNew ? secretsToEnterAgain(revision.secrets, { given, unset }) : []
  if (secret !== undefined)
    return {
      kind: 'REFUSED',
      setting: secret,
      reason: explain('must be entered again, because {settings} changes', {
        settings: changed.filter((name) => isIdentityChange(adapter.settings, [name])).join(', '),
      }),
    }
  const weakened = weakenedSettings(adapter.settings, before, after)
  return {
    ...omitUndefined({ acquirerId }),
    ...(weakened.length > 0 && { weakened }),
    revision: { revision: isNew ? link.revision + 1 : number, ...splitSecrets(adapter.settings, after) },
  }
}

export async function setLinkEnabled(
  linkId: string,
  isEnabled: boolean,
  by: AuditStamp,
  { links }: Pick<LinkAdministrationDependencies, 'links'>,
): Promise<LinkResult> {
  const link = await links.change<never>(linkId, () => ({ isEnabled }), by)
  return link ? { kind: 'DONE', link } : { kind: 'UNKNOWN_LINK' }
}

function unknownAdapter(name: string, { list }: AdapterCatalogue): LinkRefusal {
  const known = list().map((adapter) => adapter.name)
  const reason =
    known.length === 0
      ? explain('There is no adapter {name}; this installation has none.', { name })
      : explain('There is no adapter {name}; this installation has {known}.', { name, known: known.join(', ') })
  return { kind: 'REFUSED', reason }
}
