// What the fields about the terminal mean.

export const posTerminalSentences = {
  posTerminal: 'The terminal the card was presented to.',
  'posTerminal.address': 'Where the terminal stands.',
  'posTerminal.attended': 'Whether an attendant of the merchant was at the terminal.',
  'posTerminal.cardPresenceCapability': 'Whether the terminal takes cards that are there, that are not, or both.',
  'posTerminal.cardholderActivated': 'What kind of self-service the terminal offers, if any.',
  'posTerminal.entryMode':
    'Two codes in three digits: how the card number came into the terminal (two digits), and whether the terminal takes a PIN (one digit).',
  'posTerminal.inputCapability': 'In which ways the terminal can read a card.',
  'posTerminal.lane': 'The till or lane, as the merchant numbers them.',
  'posTerminal.location': "Whether the terminal was at the merchant's place or elsewhere.",
  'posTerminal.mobile': 'A phone or tablet used as a terminal.',
  'posTerminal.mobile.cardInputDevice': 'Whether the card reader is built into the phone, attached to it, or apart.',
  'posTerminal.onlineReasonCode':
    'Why the terminal asked the issuer although the chip might have decided. Where several reasons hold, the first in the list.',
  'posTerminal.panEntryMode': 'How the card number came into the terminal.',
  'posTerminal.pinEntryCapability': 'Whether and how the terminal takes a PIN.',
  'posTerminal.pinLengthCapability': 'How many characters of a PIN the terminal takes.',
  'posTerminal.serialNumber': "The terminal's serial number.",
  'posTerminal.store': 'The shop the terminal stands in.',
  'posTerminal.store.id': "The merchant's identifier of the shop.",
  'posTerminal.store.name': "The merchant's name for the shop.",
} as const
