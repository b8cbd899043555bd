// German texts of disputes.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Contest: 'Anfechten',
  'Contest dispute': 'Reklamation anfechten',
  'Records that you contest the claim of {money}, with your explanation. Evidence is sent to the acquirer outside the gateway.':
    'Erfasst mit Ihrer Begründung, dass Sie die Forderung über {money} anfechten. Belege werden dem Acquirer außerhalb des Gateways gesendet.',
  Explanation: 'Begründung',
  'The dispute was contested.': 'Die Reklamation wurde angefochten.',
  'Accept loss': 'Verlust akzeptieren',
  'Accept the loss': 'Verlust akzeptieren',
  'The payer keeps {money}, and the dispute is lost. This amount can no longer be refunded. This cannot be undone.':
    'Der Zahler behält {money}, und die Reklamation ist verloren. Dieser Betrag kann nicht mehr erstattet werden. Dies kann nicht rückgängig gemacht werden.',
  'Note (optional)': 'Notiz (optional)',
  'The loss was recorded.': 'Der Verlust wurde erfasst.',
  'Add note': 'Notiz hinzufügen',
  'Add a note': 'Notiz hinzufügen',
  'A note on the dispute about {money}, for your colleagues.':
    'Eine Notiz zur Reklamation über {money} für Ihre Kollegen.',
  Note: 'Notiz',
  'The note was added.': 'Die Notiz wurde hinzugefügt.',
  'Do not enter card numbers.': 'Geben Sie keine Kartennummern ein.',
  'Enter a text.': 'Geben Sie einen Text ein.',
  '{state}, contested': '{state}, angefochten',
  Overdue: 'Überfällig',
  Disputes: 'Reklamationen',
  'The next deadline first. After it, the bank decides without you.':
    'Die nächste Frist zuerst. Danach entscheidet die Bank ohne Sie.',
  'The latest change first.': 'Die letzte Änderung zuerst.',
  'Which disputes': 'Welche Reklamationen',
  'Open||disputes': 'Offen',
  'All||disputes': 'Alle',
  State: 'Status',
  Order: 'Bestellung',
  Case: 'Fall',
  'Respond by': 'Antworten bis',
  Amount: 'Betrag',
  'Last changed': 'Zuletzt geändert',
  'No open disputes': 'Keine offenen Reklamationen',
  'Disputes appear here when a payer’s bank asks about a payment or claims money back.':
    'Reklamationen erscheinen hier, wenn die Bank eines Zahlers nach einer Zahlung fragt oder Geld zurückfordert.',
  'No matching disputes': 'Keine passenden Reklamationen',
  'Try removing some filters.': 'Versuchen Sie, einige Filter zu entfernen.',
  'The dispute was recorded.': 'Die Reklamation wurde erfasst.',
  'Record a change': 'Änderung erfassen',
  'Record a dispute': 'Reklamation erfassen',
  Record: 'Erfassen',
  'What the bank says. No money moves and no totals change.':
    'Was die Bank mitteilt. Es fließt kein Geld und keine Summen ändern sich.',
  'Case number': 'Fallnummer',
  'The same number for every change of a case.': 'Dieselbe Nummer für jede Änderung eines Falls.',
  'Amount in {currency}': 'Betrag in {currency}',
}
