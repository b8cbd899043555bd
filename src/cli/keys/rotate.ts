// Creates a new key and moves existing values to it, without interrupting anything.
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { type KeyPurpose, keyPurposes } from '../../keys/ports/vault.ts'
import { command } from '../command.ts'
import { openProgressReporter } from '../progress.ts'
import { type CommandResult, commandDone, commandRefused, doneWithProblems, usageError } from '../result.ts'
import { choiceValue, flag } from '../rows.ts'
import { withAdministration } from '../with-installation.ts'
import { followRotation } from './follow-rotation.ts'
import { commandActor, userOption } from '../options.ts'

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
      return resultOf({ ...ended, ...(rotated && { previousKeyId: rotated.previousKeyId }) })
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
  readonly previousKeyId?: string
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
  const data = { purpose, keyId, ...omitUndefined({ previousKeyId }), changed, failed }
  if (failed === 0) return commandDone(data, sentences.join('\n'))
  const some = failed === 1 ? '1 value' : `${failed} values`
  return doneWithProblems(
    data,
    [...sentences, `${some} could not be decrypted and were left unchanged; see the gateway log.`].join('\n'),
  )
}
