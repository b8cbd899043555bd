// German texts of disputes.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Explanation: 'Begründung',
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
  'Mark as contested': 'Anfechtung vermerken',
  'Records that you contest the claim of {money}. The gateway sends nothing to the bank: send your evidence to the acquirer yourself, then record here that you have.':
    'Vermerkt, dass Sie die Forderung über {money} anfechten. Das Gateway sendet nichts an die Bank: Senden Sie Ihre Belege selbst an den Acquirer, und vermerken Sie das danach hier.',
  'Marked as contested. Send your evidence to the acquirer yourself; nothing was sent to the bank.':
    'Als angefochten vermerkt. Senden Sie Ihre Belege selbst an den Acquirer; an die Bank wurde nichts gesendet.',
  'Marked as contested. Send your evidence to the acquirer yourself by {day}; nothing was sent to the bank.':
    'Als angefochten vermerkt. Senden Sie Ihre Belege selbst bis {day} an den Acquirer; an die Bank wurde nichts gesendet.',
  'Evidence was sent': 'Belege wurden gesendet',
  'Record that the evidence was sent': 'Versand der Belege vermerken',
  'Record this once you have sent your evidence about {money} to the acquirer. The deadline is then no longer open.':
    'Vermerken Sie dies, sobald Sie Ihre Belege zu {money} an den Acquirer gesendet haben. Die Frist ist dann nicht mehr offen.',
  'How it was sent, and to whom': 'Wie und an wen sie gesendet wurden',
  'Recorded: the evidence was sent. The bank decides now.':
    'Vermerkt: Die Belege wurden gesendet. Nun entscheidet die Bank.',
  'The last day was {day}. The bank may have decided already: ask the acquirer whether evidence is still accepted.':
    'Der letzte Tag war {day}. Die Bank hat möglicherweise schon entschieden: Fragen Sie den Acquirer, ob Belege noch angenommen werden.',
  '{state}, evidence not sent': '{state}, Belege nicht gesendet',
  '{state}, evidence sent': '{state}, Belege gesendet',
  '{state}, evidence sent late': '{state}, Belege zu spät gesendet',
}
