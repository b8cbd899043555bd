// What the fields about the terminal mean.

export const posTerminalSentences = {
  posTerminal: 'The terminal the card was presented to.',
  'posTerminal.address': 'Location of the terminal.',
  'posTerminal.attended': 'Whether an attendant of the merchant was at the terminal.',
  'posTerminal.cardPresenceCapability':
    'Whether the terminal accepts present cards, cards that are not present, or both.',
  'posTerminal.cardholderActivated': 'Kind of self-service of the terminal, if any.',
  'posTerminal.entryMode':
    'Two codes in three digits: how the card number was entered (two digits), and whether the terminal accepts a PIN (one digit).',
  'posTerminal.inputCapability': 'How the terminal can read a card.',
  'posTerminal.lane': "The merchant's number of the till or lane.",
  'posTerminal.location': "Whether the terminal was on the merchant's premises.",
  'posTerminal.mobile': 'A phone or tablet used as a terminal.',
  'posTerminal.mobile.cardInputDevice': 'Whether the card reader is built into the phone, attached to it, or separate.',
  'posTerminal.onlineReasonCode':
    'Why the terminal requested an online authorization. If there are several reasons, the first in the list.',
  'posTerminal.panEntryMode': 'How the card number was entered at the terminal.',
  'posTerminal.pinEntryCapability': 'Whether and how the terminal takes a PIN.',
  'posTerminal.pinLengthCapability': 'Maximum length of a PIN at the terminal.',
  'posTerminal.serialNumber': "The terminal's serial number.",
  'posTerminal.store': 'The shop in which the terminal is located.',
  'posTerminal.store.id': "The merchant's identifier of the shop.",
  'posTerminal.store.name': "The merchant's name for the shop.",
} as const
