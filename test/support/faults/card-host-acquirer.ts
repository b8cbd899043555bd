// The ISO 8583 test host of a fault run: a process with durable books that misbehaves by a seed in both directions, and that
// can be killed and comes back at the same port. Messages are authenticated, so that keys change, too.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { prepareSchema } from '../../../src/cli/prepare-schema.ts'
import { composeAdministration, openInstallation } from '../../../src/compose/index.ts'
import type { ListedEntry } from '../../../src/host/books.ts'
import type { FollowedMessage } from '../../../src/host/describe.ts'
import { readJournal } from '../../../src/host/journal.ts'
import { sandboxMerchant } from '../../../src/installation/sandbox/merchants.ts'
import { loadConfig } from '../../../src/platform/config/config.ts'
import { merchantId } from '../clients/client.ts'
import { testerStamp } from '../fixtures/merchants.ts'
import { silentLog } from '../gateway/database.ts'
import { makeSite, type Owner } from '../gateway/process.ts'
import type { ChildHostOptions } from '../sites/card-host-child.ts'
import type { BookedLine } from './fault-oracle.ts'
import { freePort } from './fault-world.ts'
import type { WorldAcquirer } from './world-acquirer.ts'

export const cardHostKinds = ['holds early reversals', 'forgets early reversals'] as const
export type CardHostKind = (typeof cardHostKinds)[number]

const link = { linkId: 'card-host', adapter: 'iso8583', acquirerId: 'HOST' } as const
const program = resolve(import.meta.dirname, '..', 'sites', 'card-host-child.ts')
const mac = { algorithm: 'retail', key: '0123456789abcdeffedcba9876543210', keyEncryptingKey: '1'.repeat(32) } as const

const hostTimes = { slowMs: 100, echoMs: 3_000, answerMs: 1_000 }
/** Shorter than the gateway waits for a response. */
const linkTimes = {
  responseTimeoutMs: 1_200,
  connectTimeoutMs: 1_000,
  echoIntervalMs: 2_000,
  echoTimeoutMs: 1_000,
  reconnectMinMs: 50,
  reconnectMaxMs: 500,
}

/** Few, so that books are rewritten in a short run, too. */
const rewriteWhen = { replaced: 5, share: 0 }

export interface CardHostSettings {
  readonly kind: CardHostKind
  readonly seed: number
  /** How many messages meet a fault: more than at any host, so that a short run meets many. */
  readonly faultRate?: number
  /** What is late arrives before `lateArrivalMs`. */
  readonly lateMs?: number
  readonly lateArrivalMs?: number
}

/** Sent again until they are acknowledged. */
const adviceKinds: ReadonlySet<string> = new Set(['CAPTURE', 'VOID'])

export async function openCardHostAcquirer(owner: Owner, settings: CardHostSettings): Promise<WorldAcquirer> {
  const { kind, seed, faultRate = 0.12, lateMs = 4_000, lateArrivalMs = 5_000 } = settings
  const { folder: siteFolder } = await makeSite(owner)
  const folder = join(siteFolder, 'host')
  const holdsEarlyReversals = kind === 'holds early reversals'
  const [port, adminPort] = [await freePort(), await freePort()]
  const adminUrl = `http://127.0.0.1:${adminPort}`
  const counts: Record<string, number> = {}
  let running = await start()
  owner.after(async () => void running.kill('SIGKILL'))

  async function start(): Promise<ChildProcess> {
    const faults = { seed: String(seed), rate: faultRate }
    const options: ChildHostOptions = {
      port,
      adminPort,
      faults,
      mac,
      holdsEarlyReversals,
      rewriteWhen,
      lateMs,
      ...hostTimes,
    }
    const child = spawn(process.execPath, [program, folder, JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    void follow(adminUrl, counts).catch(() => undefined)
    return child
  }

  async function list(): Promise<readonly ListedEntry[]> {
    const all: ListedEntry[] = []
    for (;;) {
      const query = new URLSearchParams({ merchant: merchantId, after: all.at(-1)?.reference ?? '' })
      const response = await fetch(`${adminUrl}/books?${query}`)
      const { entries } = (await response.json()) as { readonly entries: readonly ListedEntry[] }
      if (entries.length === 0) return all
      all.push(...entries)
    }
  }

  return {
    linkId: link.linkId,
    lateArrivalMs,
    leavesToOperators: false,
    leavesVoidsOfSettled: true,
    environmentFor: () => ({}),

    async prepare(environment) {
      const config = loadConfig(environment)
      const installation = await openInstallation(config, silentLog())
      await prepareSchema(config, installation)
      const administration = await composeAdministration(config, installation)
      const values = {
        addresses: `127.0.0.1:${port}`,
        booksUrl: adminUrl,
        institutionId: '123456',
        mac: 'x9.19',
        holdsEarlyReversals,
        lateArrivalMs,
        ...linkTimes,
      }
      const secrets = { macKey: mac.key, keyEncryptingKey: mac.keyEncryptingKey }
      await administration.links.create({ ...link, settings: values, secrets }, testerStamp())
      // In place of the sandbox's, whose payments go to the simulator.
      const { profile, ...merchant } = sandboxMerchant(merchantId, { acquirerLink: link })
      await administration.merchants.create({ ...merchant, profile }, testerStamp())
      await administration.merchants.change<never>(merchantId, () => profile, testerStamp())
      await administration.vault.close()
      await installation.close()
    },

    async booked() {
      return (await list()).map(bookedLine)
    },

    async history(references) {
      const records = await readJournal(folder)
      const wanted = new Set(references)
      const lines = records.flatMap((record) =>
        record.is === 'message' && record.reference !== undefined && wanted.has(record.reference)
          ? [{ reference: record.reference, line: JSON.stringify(record) }]
          : [],
      )
      const ofReference = Map.groupBy(lines, ({ reference }) => reference)
      return new Map([...ofReference].map(([reference, each]) => [reference, each.map(({ line }) => line).join('\n')]))
    },

    async unreversed(reversed) {
      // A host that forgets early reversals has no record of them.
      if (!holdsEarlyReversals) return []
      const records = await readJournal(folder)
      const known = records.flatMap((record) =>
        record.is === 'message' && record.kind === 'REVERSAL' && record.isApproved
          ? [record.about?.split('\t') ?? []]
          : [],
      )
      const keys = new Set(known.map(([, transmission, trace]) => `${transmission} ${trace}`))
      return reversed.filter(({ wire }) => !keys.has(`${wire?.['transmission']} ${wire?.['trace']}`))
    },

    isHeardTwice: () => false,
    countFaults: async () => counts,

    async kill() {
      running.kill('SIGKILL')
      await once(running, 'exit')
      running = await start()
    },

    async stop() {
      running.kill('SIGTERM')
      await once(running, 'exit')
    },
  }
}

const currencyNames: Readonly<Record<string, string>> = { 840: 'USD', 392: 'JPY', 414: 'KWD', 990: 'CLF' }

function bookedLine({ reference, kind, standingMinor, originalReference, ...entry }: ListedEntry): BookedLine {
  return {
    reference,
    kind,
    currency: currencyNames[entry.currency] ?? entry.currency,
    original: originalReference ?? null,
    approvedMinor: Number(standingMinor),
    isApproved: entry.isApproved,
    isReversed: entry.isReversed,
    isSettled: entry.isSettled === true,
    // An advice is sent again until it is acknowledged, everything else once.
    asked: adviceKinds.has(kind) ? 1 : entry.timesAsked,
  }
}

/** Counts what the host does wrong, and which messages pass, until it ends. */
async function follow(adminUrl: string, counts: Record<string, number>): Promise<void> {
  const { body } = await fetch(`${adminUrl}/messages`)
  let rest = ''
  for await (const text of (body ?? assert.fail('no messages')).pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) for (const what of eventsOf(JSON.parse(line))) counts[what] = (counts[what] ?? 0) + 1
  }
}

function eventsOf({ direction, message, fault }: FollowedMessage): readonly string[] {
  const shown = (number: number) => message?.fields.find((field) => field.number === number)?.value
  const isRefusal = direction === 'sent' && message?.type === '0810' && shown(70) === '001' && shown(39) !== '00'
  const isKeyChange = direction === 'sent' && message?.type === '0800' && shown(70) === '101'
  return [
    ...(message ? [`${message.type} ${direction}`] : []),
    ...(fault === undefined ? [] : [`fault: ${fault}`]),
    ...(isRefusal ? ['fault: sign-on refused'] : []),
    ...(isKeyChange ? ['fault: key changed'] : []),
  ]
}
