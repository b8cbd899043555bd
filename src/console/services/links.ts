// Acquirer links: the operator's connections to acquirers, with their settings and live state.
import {
  createLink,
  type Link,
  type LinkResult,
  type LinkState,
  setLinkEnabled,
  updateLink,
  withDefaults,
} from '../../acquirers/index.ts'
import {
  type LinkRequestResult,
  requestLinkCreation,
  requestLinkEnabling,
  requestLinkUpdate,
} from '../../approvals/index.ts'
import { boolean, digits, string } from '../../contract/field-types.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import { group, list, required } from '../../contract/row.ts'
import { explain } from '../../kernel/explanation.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { SettingsSchema, SettingValues } from '../../kernel/settings-schema.ts'
import { type Merchant, merchantsUsing } from '../../merchants/index.ts'
import { type ConsoleContext, callAuditStamp, pathId } from '../context.ts'
import { withBody, withQuery } from '../fields.ts'
import { linkIdRow } from '../path-ids.ts'
import type {
  AdapterListBody,
  ChangedLinkBody,
  LinkBody,
  LinkDetailsBody,
  LinkListBody,
  LinkResponsesBody,
  LinkSettingBody,
  LinkStatusBody,
  LinkTestBody,
  LinkWarningBody,
} from '../response-bodies/links.ts'
import type { RequestedChangeBody } from '../response-bodies/merchants.ts'
import { acceptedResponse, consoleRefusal, createdResponse, okResponse } from '../responses.ts'
import type { ConsoleCall, ConsoleResponse, ConsoleRoute, RouteAccess } from '../route.ts'
import { linkRefusal, readSettingValues, unknownLink } from './setting-refusal.ts'

const view: RouteAccess = { kind: 'OPERATOR', permission: 'VIEW' }
const change: RouteAccess = { kind: 'OPERATOR', permission: 'MANAGE_LINKS', isSensitive: true }

const hourMs = 3_600_000
const hoursMax = 168

const settingName = string(1, 40)

const changeRows = {
  acquirerId: transactionRows.acquirer.rows.id,
  /** Texts, as they were typed; the adapter's schema says what they stand for. */
  settings: list(group({ name: required(settingName), value: required(string(0, 1_000_000)) })),
  /** Back to their defaults. */
  unset: list(settingName),
} as const

const createRows = { linkId: required(linkIdRow), adapter: required(string(1, 40)), ...changeRows } as const

export function linkServices(context: ConsoleContext): readonly ConsoleRoute[] {
  const { acquirerLinks, merchants } = context

  const statusOf = ({ linkId }: Link, revision: number): LinkStatusBody | undefined => {
    const state = acquirerLinks.list().find((each) => each.linkId === linkId && each.revision === revision)
    return state && statusBody(state)
  }

  function bodyOf(link: Link, all: readonly Merchant[]): LinkBody {
    const { linkId, adapter, acquirerId, isEnabled, revision } = link
    const status = statusOf(link, revision)
    return {
      linkId,
      adapter,
      acquirerId,
      isEnabled,
      revision,
      merchants: merchantsUsing(linkId, all).length,
      status,
      problem: status ? undefined : acquirerLinks.problemOf(linkId),
    }
  }

  function warningBodies(adapter: string, values: SettingValues): readonly LinkWarningBody[] {
    return acquirerLinks.adapterCatalogue.warningsOf(adapter, values).map(({ setting, text }) => ({
      setting,
      explained: typeof text === 'string' ? { sentence: text, values: {} } : text,
    }))
  }

  async function detailsOf(link: Link): Promise<LinkDetailsBody> {
    const [all, open] = [await merchants.list(), await acquirerLinks.links.countOpen(link.linkId)]
    const adapter = acquirerLinks.adapterCatalogue.find(link.adapter)
    const current = link.revisions.find(({ revision }) => revision === link.revision)
    return {
      ...bodyOf(link, all),
      merchants: merchantsUsing(link.linkId, all),
      adapterTitle: adapter?.title,
      settings: adapter ? settingBodies(adapter.settings, { ...current?.settings, ...current?.secrets }) : [],
      warnings: warningBodies(link.adapter, { ...current?.settings, ...current?.secrets }),
      revisions: link.revisions.toReversed().map(({ revision, createdAt }) => {
        const {
          attempts = 0,
          reversals = 0,
          manualResolutions = 0,
        } = open.find((each) => each.revision === revision) ?? {}
        return {
          revision,
          createdAt,
          open: { attempts, reversals, manualResolutions },
          status: statusOf(link, revision),
        }
      }),
    }
  }

  async function resultResponse(result: LinkResult & { readonly hasNewRevision?: boolean }): Promise<ConsoleResponse> {
    if (result.kind !== 'DONE') return linkRefusal(result)
    // This process follows at once, so that the page shows what was saved; others do within seconds.
    await acquirerLinks.refresh()
    const details = await detailsOf(result.link)
    return okResponse<ChangedLinkBody>({ ...details, hasNewRevision: result.hasNewRevision ?? false })
  }

  /** Of a change that another user has to approve. */
  async function requestResponse(result: LinkRequestResult): Promise<ConsoleResponse> {
    if (result.kind === 'REQUESTED') return acceptedResponse<RequestedChangeBody>({ requestId: result.requestId })
    return resultResponse(result.kind === 'UNCHANGED' ? { kind: 'DONE', link: result.link } : result)
  }

  const requestPorts = { ...acquirerLinks, approvalRequests: context.dependencies.approvalRequests }
  const find = (call: ConsoleCall) => acquirerLinks.links.find(pathId(call, 'linkId'))
  const stamp = (call: ConsoleCall) => callAuditStamp(call, context)

  return [
    {
      method: 'GET',
      path: '/links',
      purpose: 'Lists acquirer links with their state as this process sees it.',
      access: view,
      async handle() {
        const [found, all] = [await acquirerLinks.links.list(), await merchants.list()]
        return okResponse<LinkListBody>({ links: found.map((link) => bodyOf(link, all)) })
      },
    },
    {
      method: 'GET',
      path: '/adapters',
      purpose: 'Lists acquirer adapters with their settings.',
      access: view,
      handle: async () =>
        okResponse<AdapterListBody>({
          adapters: acquirerLinks.adapterCatalogue
            .list()
            .map(({ name, title, settings }) => ({ name, title, settings: settingBodies(settings, {}) })),
        }),
    },
    {
      method: 'GET',
      path: '/links/:linkId',
      purpose:
        'Shows an acquirer link: settings without secrets, connections, revisions and the merchants that use it.',
      access: view,
      async handle(call) {
        const link = await find(call)
        return link ? okResponse<LinkDetailsBody>(await detailsOf(link)) : unknownLink
      },
    },
    {
      method: 'GET',
      path: '/links/:linkId/responses',
      purpose: 'Counts the responses of the acquirer by hour and response code, over all processes.',
      access: view,
      handle: withQuery({ hours: digits(1, 3) }, async ({ hours = '24' }, call) => {
        const link = await find(call)
        if (!link) return unknownLink
        if (Number(hours) < 1 || Number(hours) > hoursMax)
          return consoleRefusal(
            422,
            'FIELD_INVALID',
            explain('The value must be 1 to {number}.', { number: hoursMax }),
            'hours',
          )
        const to = context.dependencies.clock.now()
        const from = new Date((Math.floor(to.getTime() / hourMs) - Number(hours) + 1) * hourMs)
        const responses = await context.dependencies.linkResponses.list(link.linkId, from)
        return okResponse<LinkResponsesBody>({ from, to, responses })
      }),
    },
    {
      method: 'POST',
      path: '/links',
      purpose:
        'Creates an acquirer link, or requests it where a second user has to approve. Secrets are sealed and never returned.',
      access: change,
      handle: withBody(createRows, async ({ linkId, adapter, acquirerId, settings }, call) => {
        const schema = acquirerLinks.adapterCatalogue.find(adapter)?.settings
        const values = readSettingValues(schema, settings)
        if ('problem' in values) return values
        const creation = { linkId, adapter, values: values.given, ...omitUndefined({ acquirerId }) }
        if (context.credentialsNeedApproval)
          return requestResponse(await requestLinkCreation(creation, stamp(call), requestPorts))
        const result = await createLink(creation, stamp(call), acquirerLinks)
        if (result.kind !== 'DONE') return linkRefusal(result)
        await acquirerLinks.refresh()
        return createdResponse<LinkDetailsBody>(await detailsOf(result.link))
      }),
    },
    {
      method: 'PUT',
      path: '/links/:linkId',
      purpose:
        'Changes the given settings, or requests it where a second user has to approve. A change of an identity setting makes a new revision without secrets, which are entered again.',
      access: change,
      handle: withBody(changeRows, async ({ acquirerId, settings, unset }, call) => {
        const link = await find(call)
        if (!link) return unknownLink
        const values = readSettingValues(acquirerLinks.adapterCatalogue.find(link.adapter)?.settings, settings)
        if ('problem' in values) return values
        const update = { given: values.given, ...omitUndefined({ acquirerId, unset }) }
        return context.credentialsNeedApproval
          ? requestResponse(await requestLinkUpdate(link.linkId, update, stamp(call), requestPorts))
          : resultResponse(await updateLink(link.linkId, update, stamp(call), acquirerLinks))
      }),
    },
    {
      method: 'PUT',
      path: '/links/:linkId/enabled',
      purpose:
        'Enables or disables an acquirer link for new orders; existing orders and recovery still use it. Enabling is a request where a second user has to approve.',
      access: change,
      handle: withBody({ isEnabled: required(boolean()) }, async ({ isEnabled }, call) => {
        const linkId = pathId(call, 'linkId')
        return isEnabled && context.credentialsNeedApproval
          ? requestResponse(await requestLinkEnabling(linkId, stamp(call), requestPorts))
          : resultResponse(await setLinkEnabled(linkId, isEnabled, stamp(call), acquirerLinks))
      }),
    },
    {
      method: 'POST',
      path: '/links/:linkId/test',
      purpose: "Checks the connection with the adapter's own check; no payment is made.",
      access: { kind: 'OPERATOR', permission: 'MANAGE_LINKS' },
      async handle(call) {
        const link = await find(call)
        if (!link) return unknownLink
        const checked = await acquirerLinks.check(link)
        if (typeof checked === 'string') return okResponse<LinkTestBody>({ isReachable: false, reason: checked })
        const { isReachable, state } = checked
        const reason = isReachable ? undefined : (state?.reason ?? state?.lastError)
        return okResponse<LinkTestBody>({ isReachable, reason })
      },
    },
  ]
}

function statusBody({ linkId: _, isCurrent: __, sinceMs, connections, ...state }: LinkState): LinkStatusBody {
  return {
    ...state,
    since: new Date(sinceMs),
    connections: connections.map(({ sinceMs: since, echoAtMs, ...connection }) => ({
      ...connection,
      since: new Date(since),
      echoAt: echoAtMs === undefined ? undefined : new Date(echoAtMs),
    })),
  }
}

function settingBodies(schema: SettingsSchema, stored: SettingValues): readonly LinkSettingBody[] {
  const { properties, required: names = [] } = schema
  const inEffect = withDefaults(schema, stored)
  return Object.entries(properties).map(([name, row]) => ({
    ...row,
    name,
    isRequired: names.includes(name),
    isSet: stored[name] !== undefined,
    ...(!row.isSecret && omitUndefined({ value: inEffect[name] })),
  }))
}
