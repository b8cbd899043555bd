// Revokes a merchant's certificate.
import { FieldError } from '../../contract/row.ts'
import { command } from '../command.ts'
import { commandDone, commandRefused } from '../result.ts'
import { type ValueRow, requiredOption } from '../rows.ts'
import { withAdministration } from '../with-installation.ts'
import { commandAuditStamp, merchantIdArgument, unknownMerchant, userOption } from '../options.ts'
import { timestampText } from '../table.ts'

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
