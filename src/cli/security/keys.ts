// Commands about the installation's keys: list, rotate, wrap again under another key-encryption key.

import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { keyEncryptionBy } from '../../compose/index.ts'
import { FieldError } from '../../contract/row.ts'
import {
  type KeyAdministration,
  type KeyEncryption,
  type KeyPurpose,
  keyPurposes,
  type RotationProgress,
} from '../../keys/index.ts'
import { settings } from '../../platform/config/settings.ts'
import { command } from '../command.ts'
import { commandActor, userOption } from '../options.ts'
import {
  type CommandRefusal,
  type CommandResult,
  commandDone,
  commandRefused,
  doneWithProblems,
  type UsageError,
  usageError,
} from '../result.ts'
import { choiceValue, flag, type ValueRow } from '../rows.ts'
import { table, timestampText } from '../table.ts'
import { openProgressReporter, type ProgressReporter } from '../terminal.ts'
import { withAdministration } from '../with-installation.ts'

export const keysList = command({
  name: 'keys list',
  purpose: 'Lists the keys used for hashing and encryption: purpose, state, usage and remaining references.',
  arguments: {},
  options: { quick: flag('Skips counting the values that reference each key, which reads the whole database.') },
  example: '',
  notes: () =>
    `Data keys seal account numbers. A running gateway reserves encryptions in advance, and they are counted when
reserved; unused ones are returned when it stops.

A key is INTRODUCED to every gateway, becomes CURRENT, is RETIRING until every gateway has switched, and
then RETIRED; when no value references it any more it is destroyed, which is recorded in the audit log.`,
  run: ({ quick }, context) =>
    withAdministration(context, async ({ vault }) => {
      const counts = quick ? undefined : await vault.countKeyUses()
      const keys = (await vault.listKeys()).map((key) => ({
        ...key,
        namedBy: counts && (counts.get(key.keyId) ?? 0),
      }))
      const purposes = [...new Set(keys.filter(({ state }) => state !== 'CURRENT').map(({ purpose }) => purpose))]
      const rotations = await Promise.all(purposes.map((purpose) => vault.progressOf(purpose)))
      const rows = keys.map(({ keyId, purpose, state, stateSince, sealsReserved, namedBy }) => [
        keyId,
        purpose,
        state,
        timestampText(stateSince),
        sealsReserved === undefined ? '-' : String(sealsReserved),
        ...(counts ? [String(namedBy)] : []),
      ])
      const headings = ['KEY', 'PURPOSE', 'STATE', 'SINCE', 'SEALS RESERVED', ...(counts ? ['REFERENCES'] : [])]
      const moving = rotations
        .filter(({ stage }) => stage !== 'DONE')
        .map(({ purpose, stage, walked, total }) =>
          stage === 'WORKING'
            ? `${purpose}: ${walked} of about ${total} rows done.`
            : `${purpose}: waiting for every gateway to load the new key.`,
        )
      return commandDone({ keys, rotations }, [table(headings, rows), ...moving].join('\n\n'))
    }),
})

/**
 * Follows a rotation until nothing is left to be moved. Running gateways do the work; where none runs, this
 * command does.
 */
const pollEveryMs = 200
/** A gateway works on rotations every second. */
const stalledAfterMs = 3_000
const workMs = 500

async function followRotation(
  vault: Pick<KeyAdministration, 'progressOf' | 'workOnRotations'>,
  purpose: KeyPurpose,
  reporter: ProgressReporter,
): Promise<RotationProgress> {
  let seen = ''
  let seenAtMs = performance.now()
  let isOurs = false
  // Values that are moved twice, by the scan after the one that moved them, count once.
  let changed = 0
  for (;;) {
    const progress = await vault.progressOf(purpose)
    changed = Math.max(changed, progress.changed)
    reporter.report({ what: stageText(progress), done: progress.walked, total: progress.total })
    if (progress.stage === 'DONE') {
      reporter.end()
      return { ...progress, changed }
    }
    const now = `${progress.stage} ${progress.walked} ${progress.workedAt?.getTime()}`
    if (now !== seen) [seen, seenAtMs] = [now, performance.now()]
    isOurs ||= performance.now() - seenAtMs > stalledAfterMs
    const result = isOurs ? await vault.workOnRotations(workMs) : 'NOTHING_TO_DO'
    if (result !== 'WORKED') await pause(pollEveryMs)
  }
}

function stageText({ stage, purpose }: RotationProgress): string {
  if (stage === 'WAITING') return 'Waiting for every gateway to load the new key'
  return purpose === 'DATA' ? 'Re-encrypting' : 'Rehashing'
}

export const keysRotate = command({
  name: 'keys rotate',
  purpose: 'Creates a new key and re-encrypts or rehashes the values under the old one.',
  arguments: {},
  options: {
    purpose: choiceValue(keyPurposes, '<purpose>', 'The key to rotate. Default: DATA, which encrypts account numbers.'),
    detach: flag('Returns immediately; a running gateway completes the rotation.'),
    resume: flag('Starts no new rotation; follows the one in progress.'),
    user: userOption,
  },
  example: '--purpose DATA',
  notes: () =>
    `The gateway keeps running and switches within five seconds. The command waits until all values are moved and
shows its progress; it can be stopped at any time, since a running gateway continues the rotation. The old
key is destroyed when no value references it any more, at the earliest 15 minutes after it was retired.

DATA re-encrypts account numbers. ACCOUNT rehashes the accounts of tokens; older payments stay under the old
key until their accounts are erased. Values hashed with REQUEST, PASSWORD and SESSION stay under the old key
while they exist. With AUDIT, a running gateway signs the end of every audit log again under the new key.`,
  async run({ purpose = 'DATA', detach, resume, user }, context) {
    if (detach && resume) return usageError('--detach and --resume cannot be combined.')
    return withAdministration(context, async ({ vault }) => {
      const rotated = resume ? undefined : await vault.rotate(purpose, commandActor(user))
      if (!rotated && !resume) {
        const { stage } = await vault.progressOf(purpose)
        const advice = stage === 'DONE' ? 'try again in 15 minutes' : 'use --resume to follow it'
        return commandRefused(`The last rotation of ${purpose} has not finished; ${advice}.`)
      }
      if (detach && rotated) return commandDone({ purpose, ...rotated }, detachedText(purpose, rotated))
      const ended = await followRotation(vault, purpose, openProgressReporter(context.isJson, context.terminal.stderr))
      return resultOf({ ...ended, previousKeyId: rotated?.previousKeyId })
    })
  },
})

function detachedText(purpose: KeyPurpose, { keyId }: { readonly keyId: string }): string {
  return purpose === 'DATA'
    ? `Account numbers are now encrypted under ${keyId}; running gateways switch within five seconds and re-encrypt existing values.`
    : `${keyId} was introduced; running gateways will switch to it.`
}

interface RotationResult {
  readonly purpose: KeyPurpose
  readonly keyId: string
  readonly previousKeyId?: string | undefined
  readonly changed: number
  readonly failed: number
}

function resultOf({ purpose, keyId, previousKeyId, changed, failed }: RotationResult): CommandResult {
  const moved = purpose === 'DATA' ? 're-encrypted' : 'rehashed'
  const old = previousKeyId === undefined ? 'The previous key' : previousKeyId
  const sentences = [
    `${keyId} is current; ${changed === 1 ? '1 value was' : `${changed} values were`} ${moved} under it.`,
    `${old} is destroyed by a running gateway when no value references it any more, in 15 minutes at the earliest.`,
  ]
  const data = { purpose, keyId, previousKeyId, changed, failed }
  if (failed === 0) return commandDone(data, sentences.join('\n'))
  const some = failed === 1 ? '1 value' : `${failed} values`
  return doneWithProblems(
    data,
    [...sentences, `${some} could not be decrypted and were left unchanged; see the gateway log.`].join('\n'),
  )
}

const newKeyFile: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: '<file>',
  description: `A file with the new key: ${settings.keyEncryptionKey.allowed}.`,
  parse: (path) => (path === '' || path.includes('\0') ? new FieldError('must be a path') : path),
}

const newKmsCommand: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: '<command>',
  description: 'Instead of a key: a program that calls a key-management service, as in TOLLGATE_KMS_COMMAND.',
  parse: (text) => settings.kmsCommand.parse(text) ?? new FieldError(`must be ${settings.kmsCommand.allowed}`),
}

export const keysRewrap = command({
  name: 'keys rewrap',
  purpose: 'Re-encrypts all keys under a new key-encryption key; restart the gateways with it afterwards.',
  arguments: {},
  options: { newKeyFile, newKmsCommand, user: userOption },
  example: '--new-key-file /run/secrets/new-key-encryption-key',
  notes: () =>
    `All keys are re-encrypted in one step or none is. Running gateways continue with the keys they have loaded,
but can neither create new keys nor restart: change the setting and restart them before any other key
operation. Security codes held by sessions are lost on restart, so payers who are about to pay must enter
theirs again.`,
  async run({ newKeyFile: keyFile, newKmsCommand: kmsCommand, user }, context) {
    const other = await encryptionOf({ keyFile, kmsCommand })
    if ('kind' in other) return other
    return withAdministration(context, async ({ vault }) => {
      const keys = await vault.rewrap(other, commandActor(user))
      return commandDone(
        { keys },
        `${keys} keys were re-encrypted under the new key-encryption key. Change the setting now and restart every gateway.`,
      )
    })
  },
})

async function encryptionOf({
  keyFile,
  kmsCommand,
}: {
  keyFile: string | undefined
  kmsCommand: string | undefined
}): Promise<UsageError | CommandRefusal | KeyEncryption> {
  if ((keyFile === undefined) === (kmsCommand === undefined))
    return usageError('Specify either --new-key-file or --new-kms-command.')
  if (kmsCommand !== undefined) return keyEncryptionBy({ kmsCommand })
  const text = await readFile(keyFile ?? '', 'utf8').catch(() => '')
  const key = settings.keyEncryptionKey.parse(text.trim())
  return key
    ? keyEncryptionBy({ key })
    : commandRefused(`${keyFile} does not contain ${settings.keyEncryptionKey.allowed}.`)
}
