// Starts the protection of access rights: from then on only access rights that the gateway has sealed are accepted.
import { merchantIdRow } from '../../contract/routes.ts'
import type { AccessRightsProtection, AccessRightsSummary } from '../../merchants/index.ts'
import { command } from '../command.ts'
import { commandActor, userOption } from '../options.ts'
import { type CommandResult, commandDone, commandRefused, doneWithProblems } from '../result.ts'
import { flag, textValue } from '../rows.ts'
import { withAdministration } from '../with-installation.ts'

export const keysProtectRights = command({
  name: 'keys protect-rights',
  purpose:
    'Seals privileges, credentials, users, webhook settings, acquirer links and wallet keys; from then on only sealed ones are accepted.',
  arguments: {},
  options: {
    adopt: textValue(
      merchantIdRow,
      '<merchantId>',
      "Seals this merchant's current permissions although they were refused.",
    ),
    adoptOperator: flag("Does the same for the operator's own users and acquirer links."),
    user: userOption,
  },
  example: '--user ann',
  notes: () =>
    `Run it once after an upgrade from a release without seals, when every process runs the new release:
processes of the previous release can no longer start. It prints what it adopts; check the list carefully,
since everything on it becomes valid. A new production installation is protected from its first start.

Permissions changed directly in the database are refused until the change is reverted, or adopted with
--adopt.`,
  async run({ adopt, adoptOperator, user }, context) {
    return withAdministration(context, async ({ accessRightsProtection }) => {
      const by = { actor: commandActor(user), at: new Date() }
      const wasProtected = accessRightsProtection.isProtected()
      const named = [...(adopt === undefined ? [] : [adopt]), ...(adoptOperator ? [''] : [])]
      const faulty = (await accessRightsProtection.survey()).filter(({ fault }) => fault !== undefined)
      const unknown = named.find((ownerId) => !faulty.some((each) => each.ownerId === ownerId))
      if (unknown !== undefined) return commandRefused(`The permissions of ${nameOf(unknown)} match their seal.`)
      const adopted = faulty.filter(({ ownerId }) => !wasProtected || named.includes(ownerId))
      for (const { ownerId } of adopted) await accessRightsProtection.adopt(ownerId, by)
      if (!wasProtected) await accessRightsProtection.protect(by.actor)
      const left = faulty.filter((each) => !adopted.includes(each))
      return resultOf(accessRightsProtection, { adopted, refused: left })
    })
  },
})

interface Outcome {
  readonly adopted: readonly AccessRightsSummary[]
  readonly refused: readonly AccessRightsSummary[]
}

function resultOf({ isProtected }: Pick<AccessRightsProtection, 'isProtected'>, outcome: Outcome): CommandResult {
  const lines = [
    ...outcome.adopted.map((summary) => `Adopted: ${lineOf(summary)}`),
    ...outcome.refused.map((summary) => `Refused (${summary.fault}): ${lineOf(summary)}`),
    'Permissions are protected: only those sealed by the gateway are accepted.',
  ]
  const data = { isProtected: isProtected(), ...outcome }
  return outcome.refused.length > 0 ? doneWithProblems(data, lines.join('\n')) : commandDone(data, lines.join('\n'))
}

function nameOf(ownerId: string): string {
  return ownerId === '' ? 'the operator' : ownerId
}

/** What the operator has to review before confirming it. */
function lineOf(summary: AccessRightsSummary): string {
  const {
    privileges,
    passwords,
    certificates,
    reportingPasswords,
    users,
    links,
    walletKeys,
    walletPages,
    notificationUrl,
  } = summary
  const parts = [
    privileges.length > 0 && `privileges ${privileges.join(', ')}`,
    passwords > 0 && `${passwords} API passwords`,
    certificates > 0 && `${certificates} certificates`,
    reportingPasswords > 0 && `${reportingPasswords} reporting passwords`,
    users.length > 0 && `users ${users.join(', ')}`,
    links.length > 0 && `acquirer links ${links.join(', ')}`,
    walletKeys > 0 && `${walletKeys} wallet keys`,
    walletPages > 0 && `${walletPages} wallets on pages`,
    notificationUrl !== undefined && `notifications to ${notificationUrl}`,
  ]
  return `${nameOf(summary.ownerId)}: ${parts.filter((part) => part !== false).join('; ') || 'nothing'}`
}
