// Re-encrypts every key under another key-encryption key.
import { readFile } from 'node:fs/promises'
import { keyEncryptionBy } from '../../compose/index.ts'
import { FieldError } from '../../contract/row.ts'
import type { KeyEncryption } from '../../keys/ports/key-encryption.ts'
import { settings } from '../../platform/config/settings.ts'
import { command } from '../command.ts'
import { type CommandRefusal, type UsageError, commandDone, commandRefused, usageError } from '../result.ts'
import type { ValueRow } from '../rows.ts'
import { withAdministration } from '../with-installation.ts'
import { commandActor, userOption } from '../options.ts'

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
