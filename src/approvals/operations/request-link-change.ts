// Changes of acquirer links that a second user has to approve: what is stored is the decided change, so that exactly what the
// second user saw is made.
import { isDeepStrictEqual } from 'node:util'
import {
  type Link,
  type LinkAdministrationDependencies,
  type LinkChange,
  type LinkCreation,
  type LinkResult,
  type LinkUpdate,
  planCreation,
  planUpdate,
} from '../../acquirers/index.ts'
import type { AuditStamp } from '../../audit/index.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { SettingValues } from '../../kernel/settings-schema.ts'
import { operatorMerchantId } from '../../kernel/user.ts'
import type { ApprovalRequests, LinkBase, RequestedLinkChange } from '../ports/approval-requests.ts'

export type LinkRequestResult =
  | { readonly kind: 'REQUESTED'; readonly requestId: string }
  /** Nothing would change. */
  | { readonly kind: 'UNCHANGED'; readonly link: Link }
  | Exclude<LinkResult, { kind: 'DONE' }>

export interface LinkRequestDependencies extends LinkAdministrationDependencies {
  readonly approvalRequests: Pick<ApprovalRequests, 'add'>
}

export async function requestLinkCreation(
  creation: LinkCreation,
  by: AuditStamp,
  dependencies: LinkRequestDependencies,
): Promise<LinkRequestResult> {
  const planned = planCreation(creation, dependencies.adapterCatalogue)
  if ('kind' in planned) return planned
  if (await dependencies.links.find(creation.linkId)) return { kind: 'TAKEN' }
  const { linkId, adapter, acquirerId, settings, secrets } = planned
  const wanted = {
    action: 'CREATE',
    linkId,
    adapter,
    acquirerId,
    revision: { revision: 1, settings },
    changed: differences({}, settings),
    secrets: Object.keys(secrets),
  } as const
  return request(wanted, secrets, by, dependencies)
}

export async function requestLinkUpdate(
  linkId: string,
  update: LinkUpdate,
  by: AuditStamp,
  dependencies: LinkRequestDependencies,
): Promise<LinkRequestResult> {
  const link = await dependencies.links.find(linkId)
  if (!link) return { kind: 'UNKNOWN_LINK' }
  const planned = planUpdate(link, update, dependencies.adapterCatalogue)
  if ('kind' in planned) return planned
  const { acquirerId, revision, weakened } = planned
  const isRenamed = acquirerId !== undefined && acquirerId !== link.acquirerId
  if (!revision && !isRenamed) return { kind: 'UNCHANGED', link }
  const wanted = {
    action: 'UPDATE',
    linkId,
    adapter: link.adapter,
    ...(isRenamed && { acquirerId }),
    ...(revision && { revision: { revision: revision.revision, settings: revision.settings } }),
    changed: {
      ...changesOf(link, revision),
      ...lostSecretsOf(link, revision),
      ...(isRenamed && differences(pick(link), { acquirerId })),
    },
    ...omitUndefined({ weakened }),
    secrets: Object.keys(update.given).filter((name) => revision?.secrets[name] !== undefined),
    base: baseOf(link),
  } as const
  return request(wanted, revision?.secrets ?? {}, by, dependencies)
}

export async function requestLinkEnabling(
  linkId: string,
  by: AuditStamp,
  dependencies: LinkRequestDependencies,
): Promise<LinkRequestResult> {
  const link = await dependencies.links.find(linkId)
  if (!link) return { kind: 'UNKNOWN_LINK' }
  if (link.isEnabled) return { kind: 'UNCHANGED', link }
  const changed = differences({ isEnabled: false }, { isEnabled: true })
  const wanted = { action: 'ENABLE', linkId, adapter: link.adapter, changed, secrets: [], base: baseOf(link) } as const
  return request(wanted, {}, by, dependencies)
}

async function request(
  wanted: RequestedLinkChange,
  secrets: SettingValues,
  by: AuditStamp,
  { approvalRequests }: LinkRequestDependencies,
): Promise<LinkRequestResult> {
  const requestId = await approvalRequests.add(operatorMerchantId, { kind: 'LINK', ...wanted }, { link: secrets }, by)
  return { kind: 'REQUESTED', requestId }
}

function baseOf({ acquirerId, isEnabled, revision, revisions }: Link): LinkBase {
  const change = revisions.find((each) => each.revision === revision)?.change ?? 0
  return { acquirerId, isEnabled, revision, change }
}

function changesOf(link: Link, revision: LinkChange['revision']) {
  return revision ? differences(replacedBy(link, revision)?.settings ?? {}, revision.settings) : {}
}

/** Secrets that the link would have no more, without their values. */
function lostSecretsOf(link: Link, revision: LinkChange['revision']) {
  const names = Object.keys((revision && replacedBy(link, revision)?.secrets) ?? {})
  const lost = names.filter((name) => revision?.secrets[name] === undefined)
  return differences(Object.fromEntries(lost.map((name) => [name, '***'])), {})
}

function replacedBy(link: Link, { revision }: NonNullable<LinkChange['revision']>) {
  const numbers = [revision, link.revision]
  return numbers.map((number) => link.revisions.find((each) => each.revision === number)).find((each) => each)
}

function pick({ acquirerId }: Link) {
  return { acquirerId }
}

function differences(before: SettingValues, after: SettingValues): RequestedLinkChange['changed'] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return Object.fromEntries(
    names
      .filter((name) => !isDeepStrictEqual(before[name], after[name]))
      .map((name) => [name, { before: before[name] ?? null, after: after[name] ?? null }]),
  )
}
