// German texts of the list of transactions.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Order: 'Bestellung',
  Transaction: 'Transaktion',
  Type: 'Typ',
  Result: 'Ergebnis',
  Amount: 'Betrag',
  'Paid with': 'Bezahlt mit',
  Reference: 'Referenz',
  Acquirer: 'Acquirer',
  Batch: 'Stapel',
  'Entry point': 'Eingangsweg',
  Time: 'Zeit',
  Transactions: 'Transaktionen',
  'Gateway code': 'Gateway-Code',
  'No matching transactions': 'Keine passenden Transaktionen',
  'Try removing some filters.': 'Versuchen Sie, einige Filter zu entfernen.',
  'No transactions yet': 'Noch keine Transaktionen',
  'Transactions appear here moments after a payment is made through the API, a payment page or the console.':
    'Transaktionen erscheinen hier kurz nach einer Zahlung über die API, eine Zahlungsseite oder die Konsole.',
}
