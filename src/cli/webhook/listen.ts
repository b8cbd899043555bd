// Receives the sandbox's notifications on this machine and prints them, for testing without a shop.
import { readFile } from 'node:fs/promises'
import { tlsFilesOf } from '../../compose/index.ts'
import { FieldError } from '../../contract/row.ts'
import type { WebhookSecrets, WebhookSettings } from '../../events/index.ts'
import { loadConfig } from '../../platform/config/config.ts'
import { type CommandContext, command } from '../command.ts'
import { program } from '../help.ts'
import { commandActor, merchantIdArgument, wholeNumber } from '../options.ts'
import { type CommandResult, commandDone, commandRefused, usageError } from '../result.ts'
import { flag, type ValueRow } from '../rows.ts'
import { printable } from '../table.ts'
import { openLocalWebhook, type ReceivedNotification, type WebhookBehavior } from './local-webhook.ts'
import { type WebhookContext, withWebhooks } from './view.ts'

const usualPort = 9444
const usualMerchant = 'TESTMERCHANT'

const statusOption: ValueRow<number> = {
  ...wholeNumber({ min: 201, max: 599 }, '<status>', 'Responds with this status instead of 200.'),
  parse: (text) => (/^[2-5]\d\d$/.test(text) && text !== '200' ? Number(text) : new FieldError('must be 201 to 599')),
}

export const webhooksListen = command({
  name: 'webhooks listen',
  purpose: 'Receives, verifies and prints the sandbox’s notifications on this machine until Ctrl-C.',
  arguments: {},
  options: {
    port: wholeNumber({ min: 0, max: 65535 }, '<port>', `The port to listen on (default ${usualPort}).`),
    merchant: { ...merchantIdArgument, description: `The merchant (default ${usualMerchant}).` },
    noEnable: flag("Leaves the merchant's URL unchanged."),
    fail: wholeNumber({ min: 1, max: 20 }, '<count>', 'Fails the first attempts of each notification with status 500.'),
    status: statusOption,
    retryAfter: wholeNumber({ min: 1, max: 86400 }, '<seconds>', 'Sends this Retry-After value with failed responses.'),
    slow: wholeNumber({ min: 1, max: 600_000 }, '<ms>', 'Delay before each response.'),
  },
  example: '--fail 2 --status 503',
  notes: () =>
    `Requires a running sandbox ("npm start"). Enables notifications for the merchant with the URL of this
webhook, and puts the previous URL back when it is stopped. Notifications that it did not accept are retried and
arrive when it runs again on the same port.

With --status alone every attempt fails; with --fail the first attempts fail with that status. With --json
every line is a separate document: first the URL, then each notification.`,
  async run(options, context) {
    const { port = usualPort, merchant = usualMerchant, noEnable, retryAfter } = options
    if (retryAfter !== undefined && options.fail === undefined && options.status === undefined)
      return usageError('--retry-after requires --fail or --status.')
    const { terminal } = context
    const config = loadConfig(context.env)
    if (config.mode !== 'sandbox')
      return commandRefused(`"${program} webhooks listen" is available in the sandbox only.`)

    // The database is opened for a moment each time: other commands have their turn meanwhile.
    const before = await withSandboxWebhooks(context, merchant, ({ settings }) => settings.find(merchant))
    if ('refusal' in before) return before.refusal
    let secrets: readonly WebhookSecrets[] = before.found?.secrets ?? []
    const stopAsked = terminal.interrupted()
    const { keyFile, certificateFile } = await tlsFilesOf(config)
    const webhook = await openLocalWebhook({
      tls: { key: await readFile(keyFile), cert: await readFile(certificateFile) },
      port,
      manners: behaviorOf(options),
      onArrival: (arrival) => terminal.stdout.write(`${context.isJson ? JSON.stringify(arrival) : lineOf(arrival)}\n`),
      async secretsOf(isAgain) {
        const now = isAgain && (await withSandboxWebhooks(context, merchant, ({ settings }) => settings.find(merchant)))
        if (now && 'found' in now) secrets = now.found?.secrets ?? []
        return secrets
      },
    }).catch((error: NodeJS.ErrnoException) => error)
    if (webhook instanceof Error)
      return commandRefused(`Cannot listen on port ${port} (${webhook.code}); choose another with --port.`)
    const { url } = webhook
    let isEnabled = false
    try {
      if (!noEnable) {
        const by = { actor: commandActor(undefined), at: new Date() }
        const enabled = await withSandboxWebhooks(context, merchant, async ({ settings, dependencies }) => {
          await dependencies.deliveries.enableWebhooks(merchant)
          return (await settings.change(merchant, { isEnabled: true, url }, by)).setting
        })
        if ('refusal' in enabled) return enabled.refusal
        secrets = enabled.found?.secrets ?? []
        isEnabled = true
      }
      terminal.stdout.write(
        context.isJson ? `${JSON.stringify({ url, merchant })}\n` : greeting(url, merchant, before.found, noEnable),
      )
      await stopAsked
    } finally {
      await webhook.close()
      if (isEnabled) await putBack(context, url, { merchant, before: before.found })
    }
    return { kind: 'ENDED', exitCode: 0 }
  },
})

/** Only what this command has changed: who chose another URL meanwhile keeps it. */
async function putBack(
  context: CommandContext,
  ownUrl: string,
  { merchant, before }: { readonly merchant: string; readonly before: WebhookSettings | undefined },
): Promise<void> {
  // The URL of a listener on this port that could not put the one before it back leads nowhere.
  const url = before?.url === ownUrl ? undefined : before?.url
  const by = { actor: commandActor(undefined), at: new Date() }
  const now = await withSandboxWebhooks(context, merchant, async ({ settings }) => {
    const current = await settings.find(merchant)
    if (current?.url !== ownUrl) return current
    return (await settings.change(merchant, { isEnabled: before?.isEnabled ?? false, url: url ?? null }, by)).setting
  })
  if (context.isJson || !('found' in now)) return
  const { isEnabled = false, url: presentUrl } = now.found ?? {}
  const where = presentUrl === undefined ? 'only for orders that name a URL' : `to ${printable(presentUrl)}`
  context.terminal.stdout.write(
    isEnabled
      ? `Notifications of ${merchant} are sent ${where} again.\n`
      : `Notifications of ${merchant} are off, as before.\n`,
  )
}

/** The result of the work, or why it could not be done. */
async function withSandboxWebhooks(
  context: CommandContext,
  merchant: string,
  work: (webhooks: WebhookContext) => Promise<WebhookSettings | undefined>,
): Promise<{ readonly found: WebhookSettings | undefined } | { readonly refusal: CommandResult }> {
  let found: WebhookSettings | undefined
  const result = await withWebhooks(context, merchant, async (webhooks) => {
    found = await work(webhooks)
    return commandDone({}, '')
  })
  return result.kind === 'DONE' ? { found } : { refusal: result }
}

function behaviorOf(options: {
  readonly fail?: number
  readonly status?: number
  readonly slow?: number
  readonly retryAfter?: number
}): WebhookBehavior {
  return {
    failing: options.fail ?? (options.status === undefined ? 0 : Number.POSITIVE_INFINITY),
    badStatus: options.status ?? 500,
    slowMs: options.slow ?? 0,
    retryAfterSeconds: options.retryAfter,
  }
}

function greeting(
  url: string,
  merchant: string,
  before: WebhookSettings | undefined,
  noEnable: true | undefined,
): string {
  const replaced = before?.url !== undefined && before.url !== url ? ` (previously ${printable(before.url)})` : ''
  const word = noEnable
    ? `The settings of ${merchant} were not changed: specify this URL in order.notificationUrl, or see "${program} webhooks enable".`
    : `Notifications of ${merchant} are now sent to this URL${replaced}; gateways follow within five seconds.`
  return `Listening on ${url}\n${word}\nStop with Ctrl-C.\n\n`
}

/** Everything but times came from outside. */
function lineOf(arrival: ReceivedNotification): string {
  const { order, transaction, type, result, gatewayCode, eventNumber, id, attempt, secret, signature, answered } =
    arrival
  const parts = [
    new Date().toISOString().slice(11, 19),
    `${order}/${transaction}`,
    type,
    [result, gatewayCode].filter(Boolean).join(' '),
    `event ${eventNumber}`,
    `id ${id}`,
    `attempt ${attempt}`,
    `secret ${secret}`,
    `signature ${signature}`,
    `responded ${answered}`,
  ]
  return printable(parts.join('  '))
}
