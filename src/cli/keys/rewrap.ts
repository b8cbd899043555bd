// Seals every key anew under another key-encryption key.
import { readFile } from 'node:fs/promises'
import { keyEncryptionBy } from '../../compose/index.ts'
import { settings } from '../../config/settings.ts'
import { FieldError } from '../../contract/row.ts'
import type { KeyEncryption } from '../../ports/keys/key-encryption.ts'
import { command } from '../command.ts'
import { commandActor, userOption } from '../order/options.ts'
import { type CommandRefusal, commandDone, commandRefused, type UsageError, usageError } from '../result.ts'
import type { ValueRow } from '../rows.ts'
import { withAdministration } from '../with-installation.ts'

const newKeyFile: ValueRow<string> = {
  kind: 'value',
  placeholder: '<file>',
  description: `A file that holds the new key: ${settings.keyEncryptionKey.allowed}.`,
  parse: (path) => (path === '' || path.includes('\0') ? new FieldError('must be a path') : path),
}

const newKmsCommand: ValueRow<string> = {
  kind: 'value',
  placeholder: '<command>',
  description: 'In place of a key: a program that asks a key-management service, as TOLLGATE_KMS_COMMAND names it.',
  parse: (text) => settings.kmsCommand.parse(text) ?? new FieldError(`must be ${settings.kmsCommand.allowed}`),
}

export const keysRewrap = command({
  name: 'keys rewrap',
  purpose: 'Seals every key anew under another key-encryption key; afterwards the gateways are restarted with it.',
  arguments: {},
  options: { newKeyFile, newKmsCommand, user: userOption },
  example: '--new-key-file /run/secrets/new-key-encryption-key',
  notes: () =>
    `All keys change over at once or none does. Gateways that run go on with the keys they have opened, but can neither make
new ones nor start again: change the setting and restart them before anything else is done about keys. Security codes
that sessions hold are lost with the restart, so that payers who were just paying type theirs again.`,
  async run({ newKeyFile: keyFile, newKmsCommand: kmsCommand, user }, surroundings) {
    const other = await encryptionOf({ keyFile, kmsCommand })
    if ('kind' in other) return other
    return withAdministration(surroundings, async ({ vault }) => {
      const keys = await vault.rewrap(other, commandActor(user))
      return commandDone(
        { keys },
        `${keys} keys are sealed under the new key-encryption key. Change the setting now, and restart every gateway.`,
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
    return usageError('Give one of --new-key-file and --new-kms-command.')
  if (kmsCommand !== undefined) return keyEncryptionBy({ kmsCommand })
  const text = await readFile(keyFile ?? '', 'utf8').catch(() => '')
  const key = settings.keyEncryptionKey.parse(text.trim())
  return key
    ? keyEncryptionBy({ key })
    : commandRefused(`${keyFile} does not hold ${settings.keyEncryptionKey.allowed}.`)
}
