// Who may set a field in a session. Anyone who has a session's id can write to it, and every payer does: what decides
// about money or trust counts only from the merchant.
import { isGroup, type Values } from '../kernel/values.ts'

/**
 * - PAYER: the payer's device, a hosted page, hosted fields, and the merchant.
 * - DISPLAY: the merchant, and the shop's page when it opens a hosted page of a session created below version 63.
 * - MERCHANT: the merchant, with its own credentials.
 */
export type FieldClass = 'PAYER' | 'DISPLAY' | 'MERCHANT'

/**
 * By canonical path; a group stands for everything in it, and the longest path counts. A field that is not here is
 * MERCHANT.
 */
const classes: Readonly<Record<string, FieldClass>> = {
  billing: 'PAYER',
  'customer.email': 'PAYER',
  'customer.firstName': 'PAYER',
  'customer.lastName': 'PAYER',
  'customer.middleName': 'PAYER',
  'customer.mobilePhone': 'PAYER',
  'customer.phone': 'PAYER',
  device: 'PAYER',
  // The gateway writes it from the connection.
  'device.ipAddress': 'MERCHANT',
  'interaction.cancelUrl': 'DISPLAY',
  'interaction.displayControl': 'DISPLAY',
  'interaction.locale': 'DISPLAY',
  'interaction.merchant': 'DISPLAY',
  'interaction.theme': 'DISPLAY',
  'interaction.timeout': 'DISPLAY',
  'interaction.timeoutUrl': 'DISPLAY',
  locale: 'PAYER',
  'order.customerNote': 'DISPLAY',
  'order.customerOrderDate': 'DISPLAY',
  'order.description': 'DISPLAY',
  'order.item': 'DISPLAY',
  'order.walletProvider': 'PAYER',
  shipping: 'PAYER',
  'sourceOfFunds.provided': 'PAYER',
  // An agreement is between the payer and the merchant; its id is not a secret of the payer's.
  'sourceOfFunds.provided.providerA.billingAgreement': 'MERCHANT',
  // What a device decrypted is only as reliable as its holder; only the sealed cryptogram proves itself.
  'sourceOfFunds.provided.card.devicePayment': 'MERCHANT',
  'sourceOfFunds.provided.card.devicePayment.paymentToken': 'PAYER',
  'sourceOfFunds.provided.card.storedOnFile': 'MERCHANT',
  // Terminals send these.
  'sourceOfFunds.provided.card.emvRequest': 'MERCHANT',
  'sourceOfFunds.provided.card.p2pe': 'MERCHANT',
  'sourceOfFunds.provided.card.pin': 'MERCHANT',
  'sourceOfFunds.provided.card.sequenceNumber': 'MERCHANT',
  'sourceOfFunds.provided.card.track1': 'MERCHANT',
  'sourceOfFunds.provided.card.track2': 'MERCHANT',
  'sourceOfFunds.provided.card.trackDataProvided': 'MERCHANT',
  'sourceOfFunds.provided.ebt': 'MERCHANT',
  'sourceOfFunds.provided.ebt.accountType': 'PAYER',
  'sourceOfFunds.type': 'PAYER',
}

export function fieldClassOf(path: string): FieldClass {
  for (let prefix = path; prefix !== ''; prefix = parentOf(prefix)) {
    const found = classes[prefix]
    if (found) return found
  }
  return 'MERCHANT'
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('.'), 0))
}

/** The paths of all values in canonical shape; a list is one value. */
export function valuePathsOf(values: Values, prefix = ''): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const path = `${prefix}${name}`
    if (value === undefined) return []
    return isGroup(value) ? valuePathsOf(value, `${path}.`) : [path]
  })
}

export function valueAt(values: Values, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => (isGroup(at) ? at[name] : undefined), values)
}

/** The values at these paths alone. */
export function onlyPaths(values: Values, isWanted: (path: string) => boolean, prefix = ''): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
      const path = `${prefix}${name}`
      if (!isGroup(value)) return isWanted(path) ? [[name, value]] : []
      const inside = onlyPaths(value, isWanted, `${path}.`)
      return Object.keys(inside).length > 0 ? [[name, inside]] : []
    }),
  )
}
