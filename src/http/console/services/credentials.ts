// What a merchant's programs prove themselves by: API and reporting passwords, and certificates.
import { string } from '../../../contract/field-types.ts'
import { required } from '../../../contract/row.ts'
import { certificateStatus } from '../../../domain/certificate-status.ts'
import type { By } from '../../../ports/people.ts'
import type { RegisteredCertificate } from '../../../ports/store.ts'
import type { KeyedHash } from '../../../ports/vault.ts'
import { done, made, ok, refusal, unknown } from '../answers.ts'
import { byOf, type Desk, idOf } from '../desk.ts'
import { withBody } from '../read-fields.ts'
import type { ConsoleCall, ConsoleRoute } from '../route.ts'

const view = { kind: 'MERCHANT', right: 'CONFIGURE' } as const
const change = { kind: 'MERCHANT', right: 'CONFIGURE', isSensitive: true } as const

const full = refusal(409, 'FULL', 'There are two passwords, and there can be no more; revoke one first.')

type AddPassword = (merchantId: string, hash: KeyedHash, by: By) => Promise<1 | 2 | 'FULL'>

export function credentialServices(desk: Desk): readonly ConsoleRoute[] {
  const { merchants, ports } = desk
  const { vault, identifiers, reportingPasswords } = ports
  const slotOf = (call: ConsoleCall) => (idOf(call, 'slot') === '1' ? 1 : 2)
  const tellNew = async (call: ConsoleCall, add: AddPassword) => {
    const merchantId = idOf(call, 'merchantId')
    const password = identifiers.apiPassword()
    const slot = await add(merchantId, vault.keyedHash('PASSWORD', password), byOf(call, desk))
    return slot === 'FULL' ? full : made({ userId: `merchant.${merchantId}`, slot, password })
  }
  return [
    {
      method: 'GET',
      path: '/merchants/:merchantId/passwords',
      purpose: 'Says which API passwords and reporting passwords there are, and since when.',
      access: view,
      async handle(call) {
        const merchantId = idOf(call, 'merchantId')
        const [api, reporting] = await Promise.all([
          merchants.passwords(merchantId),
          reportingPasswords.find(merchantId),
        ])
        return ok({ api, reporting: reporting.map(({ slot, createdAt }) => ({ slot, createdAt })) })
      },
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/passwords',
      purpose: 'Makes a second API password and tells it, this once.',
      access: change,
      handle: (call) => tellNew(call, merchants.addPassword),
    },
    {
      method: 'DELETE',
      path: '/merchants/:merchantId/passwords/:slot',
      purpose: 'Revokes an API password; the last one stays.',
      access: change,
      async handle(call) {
        const revoked = await merchants.revokePassword(idOf(call, 'merchantId'), slotOf(call), byOf(call, desk))
        if (revoked === 'REVOKED') return done
        return revoked === 'LAST'
          ? refusal(409, 'LAST', 'It is the only password; make another one first.')
          : unknown('password')
      },
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/reporting-passwords',
      purpose: 'Makes a reporting password and tells it, this once.',
      access: change,
      handle: (call) => tellNew(call, reportingPasswords.add),
    },
    {
      method: 'DELETE',
      path: '/merchants/:merchantId/reporting-passwords/:slot',
      purpose: 'Revokes a reporting password.',
      access: change,
      async handle(call) {
        const isRevoked = await reportingPasswords.revoke(idOf(call, 'merchantId'), slotOf(call), byOf(call, desk))
        return isRevoked ? done : unknown('password')
      },
    },
    {
      method: 'GET',
      path: '/merchants/:merchantId/certificates',
      purpose: 'Lists the certificates that its programs may come with.',
      access: view,
      async handle(call) {
        const access = await merchants.find(idOf(call, 'merchantId'))
        const now = ports.clock.now()
        return ok({ certificates: (access?.certificates ?? []).map((each) => shownCertificate(each, now)) })
      },
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/certificates',
      purpose: 'Registers a certificate in PEM.',
      access: change,
      handle: withBody({ pem: required(string(1, 20_000)) }, async ({ pem }, call) => {
        const checked = desk.checkCertificate(pem)
        if (checked.kind === 'refused') return refusal(422, 'FIELD_INVALID', checked.reason, 'pem')
        const { certificate } = checked
        const added = await merchants.addCertificate(idOf(call, 'merchantId'), certificate, byOf(call, desk))
        if (added === 'ADDED') return made(shownCertificate(certificate, ports.clock.now()))
        return refusal(409, 'KNOWN', 'It is registered already; one that was revoked cannot be registered again.')
      }),
    },
    {
      method: 'DELETE',
      path: '/merchants/:merchantId/certificates/:fingerprint',
      purpose: 'Revokes a certificate.',
      access: change,
      async handle(call) {
        const [merchantId, fingerprint] = [idOf(call, 'merchantId'), idOf(call, 'fingerprint')]
        const isRevoked = await merchants.revokeCertificate(merchantId, fingerprint, byOf(call, desk))
        return isRevoked ? done : unknown('certificate')
      },
    },
  ]
}

function shownCertificate(certificate: RegisteredCertificate, now: Date): object {
  const { fingerprint, subject, notBefore, notAfter, revokedAt } = certificate
  return { fingerprint, subject, notBefore, notAfter, revokedAt, status: certificateStatus(certificate, now) }
}
