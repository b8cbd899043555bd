// Commands about the client certificates of a merchant.
import { readFile } from 'node:fs/promises'
import type { AuditStamp } from '../../audit/index.ts'
import { credentialNameRow, operationsOfScope } from '../../contract/operation-permissions.ts'
import { FieldError } from '../../contract/row.ts'
import { type CredentialScope, tidyScope, unlimitedScope } from '../../kernel/credential-scope.ts'
import { explanationText } from '../../kernel/explanation.ts'
import type { MerchantStore, RegisteredCertificate } from '../../merchants/index.ts'
import { checkClientCertificate } from '../../platform/certificates/client-certificate-policy.ts'
import { catalogue } from '../../requests/index.ts'
import { command } from '../command.ts'
import { commandAuditStamp, merchantIdArgument, unknownMerchant, userOption } from '../options.ts'
import { type CommandRefusal, commandDone, commandRefused, usageError } from '../result.ts'
import { flag, freeTextValue, listValue, parseOneOf, requiredOption, type ValueRow } from '../rows.ts'
import { makeDevelopmentCertificate } from '../sandbox/sandbox.ts'
import { timestampText } from '../table.ts'
import { withAdministration } from '../with-installation.ts'
import { scopeOption } from './scope-option.ts'
import { certificateData, certificatesText } from './view.ts'

const scopeWords = [...unlimitedScope, ...catalogue.map(({ name }) => name)]

export const merchantCertificateAdd = command({
  name: 'merchant certificate add',
  purpose: 'Registers a client certificate for a merchant; in the sandbox it can also create one.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    file: path(
      '<cert.pem>',
      'The client certificate in PEM: RSA with at least 2048 bits, P-256 or P-384, valid for at most 825 days.',
    ),
    development: flag('Sandbox only: creates a certificate and its key, and registers it.'),
    out: path('<folder>', 'With --development: the folder for <merchantId>.crt and .key. Default: the current folder.'),
    name: freeTextValue(credentialNameRow, '<name>', 'A name for the certificate.'),
    operations: listValue(
      parseOneOf(scopeWords),
      'RETRIEVE_ORDER,UNMASK,...',
      'The operations it may use, and UNMASK for unmasked account numbers. Default: ALL,UNMASK.',
    ),
    scope: scopeOption('In place of --operations: FULL, PAYMENTS (without refunds), or READ_ONLY; none has UNMASK.'),
    user: userOption,
  },
  example: 'SHOP1 --file shop1.pem',
  async run({ merchantId, file, development, out, name, operations: input, scope, user }, context) {
    if (scope !== undefined && input !== undefined) return usageError('Specify either --scope or --operations.')
    const operations = input ?? (scope === undefined ? unlimitedScope : operationsOfScope[scope])
    if ((file === undefined) === (development === undefined))
      return usageError('Specify either --file or --development.')
    if (out !== undefined && !development) return usageError('--out requires --development.')

    return withAdministration(context, async ({ merchants }, config) => {
      const access = await merchants.find(merchantId)
      if (!access) return unknownMerchant(merchantId)
      const made =
        file === undefined
          ? await makeDevelopmentCertificate(config, access.merchant, out ?? '.')
          : await readCertificateFile(file)
      if (made.kind === 'REFUSED') return made

      const added = await register(merchants, { merchantId, pem: made.pem, name, operations }, commandAuditStamp(user))
      if (added.kind === 'REFUSED') return added
      const { certificate } = added
      const isOff = !access.merchant.profile.authenticationMethods.includes('CERTIFICATE')
      const texts = isOff
        ? [...made.texts, `It cannot be used until "merchant update --login" includes CERTIFICATE.`]
        : made.texts
      const now = new Date()
      return commandDone(
        { merchantId, certificate: certificateData(certificate, now), ...made.data },
        [`Registered for ${merchantId}:`, certificatesText([certificate], now), ...texts].join('\n\n'),
      )
    })
  },
})

async function readCertificateFile(file: string) {
  try {
    return { kind: 'MADE', pem: await readFile(file, 'utf8'), data: {}, texts: [] } as const
  } catch (error) {
    return commandRefused(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

async function register(
  merchants: MerchantStore,
  {
    merchantId,
    pem,
    name,
    operations,
  }: {
    readonly merchantId: string
    readonly pem: string
    readonly name: string | undefined
    readonly operations: CredentialScope
  },
  by: AuditStamp,
): Promise<CommandRefusal | { readonly kind: 'ADDED'; readonly certificate: RegisteredCertificate }> {
  const checked = checkClientCertificate(pem)
  if (checked.kind === 'REFUSED') return commandRefused(explanationText(checked.reason))
  const { fingerprint256: fingerprint, subject, notBefore, notAfter } = checked
  const called = name === undefined ? {} : { name }
  const certificate = { fingerprint, subject, notBefore, notAfter, ...called, operations: tidyScope(operations) }
  if ((await merchants.addCertificate(merchantId, certificate, by)) === 'ADDED') return { kind: 'ADDED', certificate }
  return commandRefused(
    `${merchantId} already has this certificate (${fingerprint}); a revoked certificate cannot be registered again.`,
  )
}

function path(placeholder: string, description: string): ValueRow<string> {
  const parse = (text: string) => (text === '' || text.includes('\0') ? new FieldError('must be a path') : text)
  return { kind: 'VALUE', placeholder, description, parse }
}

export const merchantCertificateList = command({
  name: 'merchant certificate list',
  purpose: "Lists a merchant's certificates, including revoked ones.",
  arguments: { merchantId: merchantIdArgument },
  options: {},
  example: 'SHOP1',
  run: ({ merchantId }, context) =>
    withAdministration(context, async ({ merchants }) => {
      const access = await merchants.find(merchantId)
      if (!access) return unknownMerchant(merchantId)

      const now = new Date()
      const certificates = access.certificates.map((certificate) => certificateData(certificate, now))
      return commandDone({ merchantId, certificates }, certificatesText(access.certificates, now))
    }),
})

const fingerprintRow: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: '<64 hex>',
  description:
    'The SHA-256 fingerprint, as shown by "merchant certificate list" or openssl; colons and capitals are allowed.',
  parse(text) {
    const digits = text.replaceAll(':', '').toLowerCase()
    return /^[0-9a-f]{64}$/.test(digits)
      ? digits
      : new FieldError('must be 64 hexadecimal digits, with or without colons')
  },
}

export const merchantCertificateRevoke = command({
  name: 'merchant certificate revoke',
  purpose: 'Permanently revokes a certificate; every gateway follows within five seconds.',
  arguments: { merchantId: merchantIdArgument },
  options: { fingerprint: requiredOption(fingerprintRow), user: userOption },
  example: `SHOP1 --fingerprint ${'0f1e2d3c'.repeat(8)}`,
  run: ({ merchantId, fingerprint, user }, context) =>
    withAdministration(context, async ({ merchants }) => {
      const access = await merchants.find(merchantId)
      if (!access) return unknownMerchant(merchantId)
      const registered = access.certificates.find((each) => each.fingerprint === fingerprint)
      if (!registered) return commandRefused(`${merchantId} has no certificate with the fingerprint ${fingerprint}.`)
      if (registered.revokedAt)
        return commandRefused(`The certificate was already revoked at ${timestampText(registered.revokedAt)}.`)

      await merchants.revokeCertificate(merchantId, fingerprint, commandAuditStamp(user))
      return commandDone({ merchantId, fingerprint, revoked: true }, `Revoked certificate ${fingerprint}.`)
    }),
})
