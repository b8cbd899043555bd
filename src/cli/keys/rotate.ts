// Makes a new key and moves to it what is there, without stopping anything.
import { type KeyPurpose, keyPurposes } from '../../ports/keys/vault.ts'
import { command } from '../command.ts'
import { commandActor, userOption } from '../order/options.ts'
import { openProgressReporter } from '../progress.ts'
import { type CommandResult, commandDone, commandRefused, doneWithProblems, usageError } from '../result.ts'
import { choiceValue, flag } from '../rows.ts'
import { withAdministration } from '../with-installation.ts'
import { followRotation } from './follow-rotation.ts'

export const keysRotate = command({
  name: 'keys rotate',
  purpose: 'Makes a new key and moves to it what is sealed or hashed under the old one.',
  arguments: {},
  options: {
    purpose: choiceValue(keyPurposes, '<purpose>', 'Which key. At first DATA, which seals account numbers.'),
    detach: flag('Returns at once; a running gateway does the rest.'),
    resume: flag('Begins nothing new, and goes on with what was begun.'),
    user: userOption,
  },
  example: '--purpose DATA',
  notes: () =>
    `The gateway runs on meanwhile, and follows within five seconds. The command stays until everything is moved, and shows how
far it is; it may be stopped at any time, since a running gateway goes on with it. The old key is destroyed when nothing
names it any more, a quarter of an hour after it went out of use at the earliest.

DATA seals account numbers anew. ACCOUNT hashes the accounts of tokens anew; older payments stay under the old key until
their accounts are erased. What REQUEST, PASSWORD and SESSION have hashed stays under the old key while it is there. A running gateway
vouches anew for the end of every audit under a new key for AUDIT.`,
  async run({ purpose = 'DATA', detach, resume, user }, surroundings) {
    if (detach && resume) return usageError('--detach and --resume do not go together.')
    return withAdministration(surroundings, async ({ vault }) => {
      const rotated = resume ? undefined : await vault.rotate(purpose, commandActor(user))
      if (!rotated && !resume) {
        const { stage } = await vault.progressOf(purpose)
        const advice = stage === 'DONE' ? 'try again in a quarter of an hour' : 'use --resume to follow it'
        return commandRefused(`The last rotation of ${purpose} has not come to its end; ${advice}.`)
      }
      if (detach && rotated) return commandDone({ purpose, ...rotated }, detachedText(purpose, rotated))
      const ended = await followRotation(
        vault,
        purpose,
        openProgressReporter(surroundings.isJson, surroundings.terminal.stderr),
      )
      return resultOf({ ...ended, ...(rotated && { previousKeyId: rotated.previousKeyId }) })
    })
  },
})

function detachedText(purpose: KeyPurpose, { keyId }: { readonly keyId: string }): string {
  return purpose === 'DATA'
    ? `Account numbers are sealed under ${keyId} from now on; running gateways follow within five seconds, and seal anew what is there.`
    : `${keyId} is introduced; running gateways will go over to it.`
}

interface RotationResult {
  readonly purpose: KeyPurpose
  readonly keyId: string
  readonly previousKeyId?: string
  readonly changed: number
  readonly failed: number
}

function resultOf({ purpose, keyId, previousKeyId, changed, failed }: RotationResult): CommandResult {
  const moved = purpose === 'DATA' ? 'sealed' : 'hashed'
  const old = previousKeyId === undefined ? 'What was current before' : previousKeyId
  const sentences = [
    `${keyId} is current, and ${changed === 1 ? '1 value was' : `${changed} values were`} ${moved} anew under it.`,
    `${old} is destroyed by a running gateway when nothing names it any more, in a quarter of an hour at the earliest.`,
  ]
  const data = { purpose, keyId, ...(previousKeyId !== undefined && { previousKeyId }), changed, failed }
  if (failed === 0) return commandDone(data, sentences.join('\n'))
  const some = failed === 1 ? '1 value does' : `${failed} values do`
  return doneWithProblems(
    data,
    [...sentences, `${some} not open, and stay as they are; the log of the gateway names them.`].join('\n'),
  )
}
