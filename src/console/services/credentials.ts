// What a merchant's programs prove themselves by: API credentials, certificates and reporting passwords.
import {
  type CredentialResult,
  credentialNeedsApproval,
  makeCredential,
  registerCertificate,
  rotateCredential,
} from '../../approvals/index.ts'
import { enumeration, string } from '../../contract/field-types.ts'
import {
  credentialNameRow,
  operationsOfScope,
  permissionsLackingFor,
  scopeNameOf,
  scopeNames,
} from '../../contract/operation-permissions.ts'
import { type Infer, list, required } from '../../contract/row.ts'
import { allOperations, type CredentialScope, unmasking } from '../../kernel/credential-scope.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { certificateStatus, type RegisteredCertificate } from '../../merchants/index.ts'
import { catalogue } from '../../requests/index.ts'
import { managerOf } from '../../users/index.ts'
import { type ConsoleContext, callAuditStamp, pathId, signedInUser } from '../context.ts'
import { withBody } from '../fields.ts'
import type {
  CertificateBody,
  CertificateListBody,
  CreatedPasswordBody,
  PasswordListsBody,
  RequestedCertificateBody,
  RequestedPasswordBody,
} from '../response-bodies/merchants.ts'
import {
  acceptedResponse,
  consoleRefusal,
  createdResponse,
  missingPermissions,
  noContent,
  okResponse,
  unknownResource,
} from '../responses.ts'
import type { ConsoleCall, ConsoleResponse, ConsoleRoute } from '../route.ts'

const view = { kind: 'MERCHANT', permission: 'CONFIGURE' } as const
const change = { kind: 'MERCHANT', permission: 'CONFIGURE', isSensitive: true } as const

const twoScopes = consoleRefusal(422, 'FIELD_INVALID', 'Specify either a scope or operations.', 'scope')

const scopeWords = [allOperations, unmasking, ...catalogue.map(({ name }) => name)]
const credentialRows = {
  name: credentialNameRow,
  operations: list(enumeration(scopeWords)),
  scope: enumeration(scopeNames),
} as const

export function credentialServices(context: ConsoleContext): readonly ConsoleRoute[] {
  const { merchants, dependencies } = context
  const { vault, identifiers, reportingPasswords } = dependencies
  const slotOf = (call: ConsoleCall) => Number(pathId(call, 'slot'))
  const credentialDependencies = { merchants, ...dependencies }
  const approvalOf = async (merchantId: string) => {
    const access = await merchants.find(merchantId)
    if (!access) throw new Error('a service of a merchant was called without one')
    const { profile } = access.merchant
    return (operations: CredentialScope) =>
      credentialNeedsApproval(profile, operations, context.credentialsNeedApproval)
  }
  const wantedOf = async (call: ConsoleCall, { name, ...wanted }: Infer<typeof credentialRows>) => {
    const merchantId = pathId(call, 'merchantId')
    const operations = wanted.operations ?? operationsOfScope[wanted.scope ?? 'FULL']
    const needsApproval = (await approvalOf(merchantId))(operations)
    return { merchantId, name, operations, needsApproval }
  }
  return [
    {
      method: 'GET',
      path: '/merchants/:merchantId/passwords',
      purpose:
        'Lists API credentials with their operations, creator and last use, reporting passwords, and the operations the user may grant.',
      access: view,
      async handle(call) {
        const merchantId = pathId(call, 'merchantId')
        const [access, reporting] = await Promise.all([merchants.find(merchantId), reportingPasswords.find(merchantId)])
        return okResponse<PasswordListsBody>({
          api: (access?.passwords ?? []).map(({ hash: _, ...shown }) => ({
            ...shown,
            scope: scopeNameOf(shown.operations),
          })),
          reporting: reporting.map(({ slot, createdAt }) => ({ slot, createdAt })),
          // What the user may grant to a credential.
          grantable: scopeWords.filter(
            (word) => permissionsLackingFor([word], signedInUser(call).permissions).length === 0,
          ),
          scopes: scopeNames.map((name) => ({
            name,
            lackingPermissions: permissionsLackingFor(operationsOfScope[name], signedInUser(call).permissions),
          })),
        })
      },
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/passwords',
      purpose:
        'Creates an API credential and returns its password once; without a name, a default one for all operations.',
      access: change,
      handle: withBody(credentialRows, async (input, call) => {
        if (input.scope !== undefined && input.operations !== undefined) return twoScopes
        const wanted = await wantedOf(call, input)
        return createdCredential(
          wanted,
          await makeCredential(wanted, managerOf(signedInUser(call)), credentialDependencies),
        )
      }),
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/passwords/:slot/rotation',
      purpose:
        'Creates a second credential with the same operations and returns its password once; the first works until it is revoked.',
      access: change,
      async handle(call) {
        const merchantId = pathId(call, 'merchantId')
        const manager = managerOf(signedInUser(call))
        const needsApproval = await approvalOf(merchantId)
        const result = await rotateCredential(
          { merchantId, slot: slotOf(call) },
          manager,
          needsApproval,
          credentialDependencies,
        )
        return result.kind === 'UNKNOWN' ? unknownResource('password') : createdCredential({ merchantId }, result)
      },
    },
    {
      method: 'DELETE',
      path: '/merchants/:merchantId/passwords/:slot',
      purpose: 'Revokes an API password; the last one cannot be revoked.',
      access: change,
      async handle(call) {
        const revoked = await merchants.revokePassword(
          pathId(call, 'merchantId'),
          slotOf(call),
          callAuditStamp(call, context),
        )
        if (revoked === 'REVOKED') return noContent
        return revoked === 'LAST'
          ? consoleRefusal(409, 'LAST', 'This is the only password. Create another one first.')
          : unknownResource('password')
      },
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/reporting-passwords',
      purpose: 'Creates a reporting password and returns it once.',
      access: change,
      async handle(call) {
        const merchantId = pathId(call, 'merchantId')
        if (!signedInUser(call).permissions.includes('VIEW')) return missingPermissions(['VIEW'])
        const password = identifiers.apiPassword()
        const hash = vault.keyedHash('PASSWORD', password)
        const slot = await reportingPasswords.add(merchantId, hash, callAuditStamp(call, context))
        if (slot === 'FULL') return full
        return createdResponse<CreatedPasswordBody>({ userId: `merchant.${merchantId}`, slot, password })
      },
    },
    {
      method: 'DELETE',
      path: '/merchants/:merchantId/reporting-passwords/:slot',
      purpose: 'Revokes a reporting password.',
      access: change,
      async handle(call) {
        const slot = slotOf(call)
        if (slot !== 1 && slot !== 2) return unknownResource('password')
        const isRevoked = await reportingPasswords.revoke(
          pathId(call, 'merchantId'),
          slot,
          callAuditStamp(call, context),
        )
        return isRevoked ? noContent : unknownResource('password')
      },
    },
    {
      method: 'GET',
      path: '/merchants/:merchantId/certificates',
      purpose: 'Lists the client certificates of the merchant.',
      access: view,
      async handle(call) {
        const access = await merchants.find(pathId(call, 'merchantId'))
        const now = dependencies.clock.now()
        return okResponse<CertificateListBody>({
          certificates: (access?.certificates ?? []).map((each) => shownCertificate(each, now)),
        })
      },
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/certificates',
      purpose: 'Registers a certificate in PEM.',
      access: change,
      handle: withBody({ pem: required(string(1, 20_000)), ...credentialRows }, async ({ pem, ...input }, call) => {
        const checked = context.checkCertificate(pem)
        if (checked.kind === 'REFUSED') return consoleRefusal(422, 'FIELD_INVALID', checked.reason, 'pem')
        if (input.scope !== undefined && input.operations !== undefined) return twoScopes
        const wanted = await wantedOf(call, input)
        const { certificate } = checked
        const result = await registerCertificate(
          wanted,
          certificate,
          managerOf(signedInUser(call)),
          credentialDependencies,
        )
        switch (result.kind) {
          case 'REGISTERED':
            return createdResponse<CertificateBody>(
              shownCertificate({ ...certificate, ...wanted }, dependencies.clock.now()),
            )
          case 'AWAITS_APPROVAL':
            return acceptedResponse<RequestedCertificateBody>({ requestId: result.requestId })
          case 'LACKS_PERMISSIONS':
            return missingPermissions(result.permissions)
          case 'KNOWN':
            return knownCertificate
        }
      }),
    },
    {
      method: 'DELETE',
      path: '/merchants/:merchantId/certificates/:fingerprint',
      purpose: 'Revokes a certificate.',
      access: change,
      async handle(call) {
        const [merchantId, fingerprint] = [pathId(call, 'merchantId'), pathId(call, 'fingerprint')]
        const isRevoked = await merchants.revokeCertificate(merchantId, fingerprint, callAuditStamp(call, context))
        return isRevoked ? noContent : unknownResource('certificate')
      },
    },
  ]
}

/** How the console shows credentials: one that was just created, with its password, and certificates. */
export const full = consoleRefusal(409, 'FULL', 'The maximum number is reached. Revoke one first.')

export const knownCertificate = consoleRefusal(
  409,
  'KNOWN',
  'The certificate is already registered. A revoked certificate cannot be registered again.',
)

function createdCredential(
  { merchantId }: { readonly merchantId: string },
  result: CredentialResult & { readonly name?: string },
): ConsoleResponse {
  const userId = `merchant.${merchantId}`
  const called = omitUndefined({ name: result.name })
  switch (result.kind) {
    case 'MADE': {
      const { slot, password } = result
      return createdResponse<CreatedPasswordBody>({ userId, slot, password, ...called })
    }
    case 'AWAITS_APPROVAL': {
      const { requestId, password } = result
      return acceptedResponse<RequestedPasswordBody>({ userId, requestId, password, ...called })
    }
    case 'LACKS_PERMISSIONS':
      return missingPermissions(result.permissions)
    case 'FULL':
      return full
    case 'NAME_TAKEN':
      return consoleRefusal(409, 'TAKEN', 'A credential with this name already exists.', 'name')
    case 'NAME_MISSING':
      return consoleRefusal(
        422,
        'FIELD_MISSING',
        'A credential that is limited or has to be approved needs a name.',
        'name',
      )
  }
}

function shownCertificate(certificate: RegisteredCertificate, now: Date): CertificateBody {
  const { fingerprint, subject, notBefore, notAfter, revokedAt, name, operations, createdBy, lastUsedAt } = certificate
  const facts = { name, operations, createdBy, lastUsedAt }
  return { fingerprint, subject, notBefore, notAfter, revokedAt, ...facts, status: certificateStatus(certificate, now) }
}
