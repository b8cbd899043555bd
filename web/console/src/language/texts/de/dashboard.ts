// German texts of the dashboard and of money at risk.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  '{transactions} ({amount}) waiting for reversal: the acquirer did not respond, and the gateway keeps sending the reversal.':
    '{transactions} ({amount}) mit ausstehender Rückabwicklung: Der Acquirer hat nicht geantwortet, und das Gateway sendet die Rückabwicklung weiter.',
  '{transactions} ({amount}) with a reversal refused by the acquirer: resolve it with the acquirer manually.':
    '{transactions} ({amount}) mit vom Acquirer verweigerter Rückabwicklung: Klären Sie dies manuell mit dem Acquirer.',
  '{transactions} ({amount}) requiring manual resolution: ask the acquirer for the outcome.':
    '{transactions} ({amount}) mit nötiger manueller Klärung: Erfragen Sie das Ergebnis beim Acquirer.',
  '{transactions} ({amount}) overdue without an outcome: the gateway keeps asking the acquirer.':
    '{transactions} ({amount}) überfällig ohne Ergebnis: Das Gateway fragt weiter beim Acquirer an.',
  '{transactions} ({amount}) with an unknown outcome: the gateway keeps asking the acquirer.':
    '{transactions} ({amount}) mit unbekanntem Ergebnis: Das Gateway fragt weiter beim Acquirer an.',
  '{transactions} ({amount}) in progress.': '{transactions} ({amount}) in Bearbeitung.',
  '{count} transactions': { one: '{count} Transaktion', other: '{count} Transaktionen' },
  'Show them': { one: 'Anzeigen', other: 'Anzeigen' },
  '{count} notifications could not be delivered and were parked. Replay them once your webhook is working again.': {
    one: '{count} Benachrichtigung konnte nicht zugestellt werden und wurde zurückgestellt. Senden Sie sie erneut, sobald Ihr Webhook wieder funktioniert.',
    other:
      '{count} Benachrichtigungen konnten nicht zugestellt werden und wurden zurückgestellt. Senden Sie sie erneut, sobald Ihr Webhook wieder funktioniert.',
  },
  'Open delivery log': 'Zustellprotokoll öffnen',
  'Volume by currency': 'Volumen nach Währung',
  Currency: 'Währung',
  Payments: 'Zahlungen',
  'Authorized or paid': 'Autorisiert oder bezahlt',
  Captured: 'Eingezogen',
  Refunded: 'Erstattet',
  'No volume in this period': 'Kein Volumen in diesem Zeitraum',
  'Declines by reason': 'Ablehnungen nach Grund',
  'No declined payments in this period.': 'Keine abgelehnten Zahlungen in diesem Zeitraum.',
  '{ms} ms': '{ms} ms',
  'Acquirer response times': 'Antwortzeiten der Acquirer',
  Acquirer: 'Acquirer',
  Responses: 'Antworten',
  '50% within': '50 % innerhalb von',
  '95% within': '95 % innerhalb von',
  '99% within': '99 % innerhalb von',
  'No acquirer requests in this period': 'Keine Anfragen an Acquirer in diesem Zeitraum',
  'By hour': 'Nach Stunde',
  'By day': 'Nach Tag',
  'Payments approved and declined over the period; the table below has the numbers':
    'Genehmigte und abgelehnte Zahlungen im Zeitraum; die Tabelle darunter enthält die Zahlen',
  'Approved||payments': 'Genehmigt',
  'Declined||payments': 'Abgelehnt',
  From: 'Von',
  'Captured in {currency} over the period; the table below has the numbers':
    'In {currency} eingezogene Beträge im Zeitraum; die Tabelle darunter enthält die Zahlen',
  'View as table': 'Als Tabelle anzeigen',
  Dashboard: 'Dashboard',
  'All merchants': 'Alle Händler',
  Period: 'Zeitraum',
  Days: 'Tage',
  To: 'Bis',
  'No payments in this period': 'Keine Zahlungen in diesem Zeitraum',
  'Choose a longer period above. New payments appear here within a few moments.':
    'Wählen Sie oben einen längeren Zeitraum. Neue Zahlungen erscheinen hier nach wenigen Augenblicken.',
  charts: 'Diagramme',
  '24 hours': '24 Stunden',
  '7 days': '7 Tage',
  '30 days': '30 Tage',
  '90 days': '90 Tage',
  'Approval rate': 'Genehmigungsquote',
  'Money at risk now': 'Derzeit gefährdete Beträge',
  'All outcomes are known': 'Alle Ergebnisse sind bekannt',
  'Show transactions': 'Transaktionen anzeigen',
  None: 'Keine',
  'Pending notifications now': 'Derzeit ausstehende Benachrichtigungen',
  'None overdue': 'Keine überfällig',
  'Oldest: {time}': 'Älteste: {time}',
  '{approved} of {count} payments; none in the period before': {
    one: '{approved} von {count} Zahlung; keine im Zeitraum davor',
    other: '{approved} von {count} Zahlungen; keine im Zeitraum davor',
  },
  '{approved} of {count} payments; {share} of {earlier} in the period before': {
    one: '{approved} von {count} Zahlung; {share} von {earlier} im Zeitraum davor',
    other: '{approved} von {count} Zahlungen; {share} von {earlier} im Zeitraum davor',
  },
  '{transactions}, and more in {currencies}': '{transactions}, und weitere in {currencies}',
  'Nothing in the period before': 'Nichts im Zeitraum davor',
  '{change}, from {amount} in the period before': '{change} gegenüber {amount} im Zeitraum davor',
  'Captured in other currencies': 'In anderen Währungen eingezogen',
  'and {count} more currencies below': {
    one: 'und {count} weitere Währung unten',
    other: 'und {count} weitere Währungen unten',
  },
  'Money at risk': 'Gefährdete Beträge',
  'Transactions that an acquirer may have executed, without certainty. The oldest first.':
    'Transaktionen, die ein Acquirer möglicherweise ausgeführt hat, ohne Gewissheit. Die ältesten zuerst.',
  Order: 'Bestellung',
  Merchant: 'Händler',
  State: 'Status',
  'What to do': 'Was zu tun ist',
  Type: 'Typ',
  Amount: 'Betrag',
  Since: 'Seit',
  'No money at risk': 'Keine gefährdeten Beträge',
  'Every outcome is known. Transactions appear here while an acquirer does not answer.':
    'Jedes Ergebnis ist bekannt. Transaktionen erscheinen hier, solange ein Acquirer nicht antwortet.',
  'Open manual resolution': 'Manuelle Klärung öffnen',
  'Nothing. The gateway keeps asking the acquirer; do not repeat the payment.':
    'Nichts. Das Gateway fragt weiter beim Acquirer an; wiederholen Sie die Zahlung nicht.',
  'Nothing. The acquirer did not respond; the gateway keeps sending the reversal.':
    'Nichts. Der Acquirer hat nicht geantwortet; das Gateway sendet die Rückabwicklung weiter.',
  'Nothing yet. Check the acquirer link if it lasts for more than an hour.':
    'Noch nichts. Prüfen Sie die Acquirer-Verbindung, wenn es länger als eine Stunde dauert.',
  'Ask the operator. The payer may have been charged; check your account with the acquirer before you refund.':
    'Fragen Sie den Betreiber. Der Zahler wurde möglicherweise belastet; prüfen Sie Ihr Konto beim Acquirer, bevor Sie erstatten.',
  'Ask the acquirer for the outcome, then resolve it manually.':
    'Erfragen Sie das Ergebnis beim Acquirer und klären Sie die Transaktion dann manuell.',
  'Needs manual resolution': 'Manuelle Klärung nötig',
  'Ask the operator, who has to ask the acquirer. The order is locked until then.':
    'Fragen Sie den Betreiber, der beim Acquirer nachfragen muss. Bis dahin ist die Bestellung gesperrt.',
  'Overdue, no outcome': 'Überfällig, kein Ergebnis',
  'Check the acquirer link. The gateway keeps asking.':
    'Prüfen Sie die Acquirer-Verbindung. Das Gateway fragt weiter an.',
  'Outcome unknown': 'Ergebnis unbekannt',
  'In progress': 'In Bearbeitung',
  'Nothing. It is being processed.': 'Nichts. Sie wird gerade verarbeitet.',
}
