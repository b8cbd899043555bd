// The terminal a card was presented to.
import { asciiText, digits, enumeration, string } from '../field-types.ts'
import { integer } from '../number-types.ts'
import { always, canonically, group, only } from '../row.ts'
import { address } from './address.ts'

const rows = {
  address,
  attended: enumeration(['ATTENDED', 'SEMI_ATTENDED', 'UNATTENDED', 'UNKNOWN_OR_UNSPECIFIED']),
  cardPresenceCapability: enumeration(['CARD_NOT_PRESENT', 'CARD_PRESENT', 'CARD_PRESENT_AND_CARD_NOT_PRESENT']),
  cardholderActivated: enumeration([
    'AUTOMATED_DISPENSING_MACHINE_WITH_PIN',
    'ELECTRONIC_COMMERCE',
    'IN_FLIGHT_COMMERCE',
    'LIMITED_AMOUNT_TERMINAL',
    'MPOS_ACCEPTANCE_DEVICE',
    'NOT_CARDHOLDER_ACTIVATED',
    'SELF_SERVICE_TERMINAL',
    'TRANSPONDER_TRANSACTION',
  ]),
  entryMode: digits(3),
  inputCapability: enumeration([
    'BARCODE',
    'CHIP',
    'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE',
    'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE_AND_RFID',
    'CHIP_AND_MAGNETIC_STRIPE',
    'CONTACTLESS_CHIP',
    'CONTACTLESS_MAGNETIC_STRIPE',
    'CONTACTLESS_OR_MAGNETIC_STRIPE',
    'KEY_ENTRY',
    'KEY_ENTRY_AND_MAGNETIC_STRIPE',
    'MAGNETIC_STRIPE',
    'UNKNOWN',
    'VOICE_AUDIO_RESPONSE',
  ]),
  lane: string(1, 8),
  location: enumeration([
    'MERCHANT_TERMINAL_OFF_PREMISES',
    'MERCHANT_TERMINAL_ON_PREMISES',
    'NO_TERMINAL_VOICE_OR_AUDIO_RESPONSE',
    'PAYER_TERMINAL_OFF_PREMISES',
    'PAYER_TERMINAL_ON_PREMISES',
  ]),
  mobile: group({ cardInputDevice: enumeration(['BUILT_IN', 'INTEGRATED_DONGLE', 'SEPARATE_DONGLE']) }),
  onlineReasonCode: enumeration([
    'CHIP_APPLICATION_DATA_FILE_ERROR',
    'CHIP_COMMON_DATA_FILE_ERROR',
    'FORCED_BY_CHIP',
    'FORCED_BY_ISSUER',
    'FORCED_BY_MERCHANT',
    'FORCED_BY_TERMINAL',
    'MERCHANT_SUSPICIOUS',
    'OVER_FLOOR_LIMIT',
    'RANDOM_SELECTION_BY_TERMINAL',
    'UNABLE_TO_PROCESS_CHIP',
  ]),
  panEntryMode: enumeration([
    'BARCODE_READER',
    'CHIP',
    'CHIP_FALLBACK',
    'CONTACTLESS',
    'ECOMMERCE',
    'KEYED',
    'MOBILE_COMMERCE',
    'OPTICAL_CHARACTER_READER',
    'RFID_CHIP',
    'RFID_STRIPE',
    'SWIPE',
    'SWIPE_WITH_SIGNATURE',
    'UNKNOWN',
    'VOICE_AUTHORIZATION',
    'VOICE_RESPONSE',
  ]),
  pinEntryCapability: enumeration([
    'OFFLINE_PIN_ONLY',
    'PIN_NOT_SUPPORTED',
    'PIN_PAD_INOPERATIVE',
    'PIN_SUPPORTED',
    'SOFTWARE_ONLINE_PIN_ONLY',
    'UNKNOWN',
  ]),
  pinLengthCapability: integer(4, 12),
  serialNumber: asciiText(1, 16),
  store: group({ id: string(1, 255), name: string(1, 255) }),
}

const olderValues = {
  attended: enumeration(['ATTENDED', 'UNATTENDED', 'UNKNOWN_OR_UNSPECIFIED']),
  cardholderActivated: enumeration(['NOT_CARDHOLDER_ACTIVATED', 'SELF_SERVICE_TERMINAL']),
  inputCapability: enumeration([
    'CHIP',
    'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE',
    'CHIP_AND_MAGNETIC_STRIPE',
    'CONTACTLESS_CHIP',
    'CONTACTLESS_MAGNETIC_STRIPE',
    'KEY_ENTRY',
    'KEY_ENTRY_AND_MAGNETIC_STRIPE',
    'MAGNETIC_STRIPE',
  ]),
  location: enumeration(['OFF_CARD_ACCEPTOR_PREMISES', 'ON_CARD_ACCEPTOR_PREMISES']),
}

const rows30 = {
  ...only(
    rows,
    'attended',
    'cardholderActivated',
    'entryMode',
    'inputCapability',
    'lane',
    'location',
    'onlineReasonCode',
    'panEntryMode',
    'pinEntryCapability',
    'pinLengthCapability',
    'serialNumber',
    'store',
  ),
  ...olderValues,
}

const rows50 = {
  address,
  attended: rows.attended,
  cardPresenceCapability: rows.cardPresenceCapability,
  ...only(
    { ...rows, ...olderValues },
    'cardholderActivated',
    'entryMode',
    'inputCapability',
    'lane',
    'location',
    'onlineReasonCode',
    'panEntryMode',
    'pinEntryCapability',
    'pinLengthCapability',
    'serialNumber',
    'store',
  ),
}

/** The terminal, with the values of the older versions. */
export const posTerminal30 = group(rows30)

/** The terminal, with its address and what it can do; still the older values. */
export const posTerminal50 = group(rows50)

/** The terminal, with the values of version 100. */
export const posTerminal100 = group(rows)

/** The terminal with the values of every version: what operations see. */
export const posTerminal = group({
  ...rows,
  location: enumeration([
    'MERCHANT_TERMINAL_OFF_PREMISES',
    'MERCHANT_TERMINAL_ON_PREMISES',
    'NO_TERMINAL_VOICE_OR_AUDIO_RESPONSE',
    'OFF_CARD_ACCEPTOR_PREMISES',
    'ON_CARD_ACCEPTOR_PREMISES',
    'PAYER_TERMINAL_OFF_PREMISES',
    'PAYER_TERMINAL_ON_PREMISES',
  ]),
})

/** The terminal in the responses of Authorize, which always name the lane. */
export const posTerminalResponseOfAuthorize30 = group({ ...rows30, lane: always(rows.lane) })
export const posTerminalResponseOfAuthorize50 = group({ ...rows50, lane: always(rows.lane) })
export const posTerminalResponseOfAuthorize100 = group({ ...rows, lane: always(rows.lane) })

/** The terminal in the responses of Initiate Browser Payment, where the lane has another name. */
export const posTerminalOfBrowserPayment = group({ name: always(canonically('posTerminal.lane', rows.lane)) })
