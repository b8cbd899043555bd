// German texts of the search page.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Found by': 'Gefunden über',
  Status: 'Status',
  'Paid with': 'Bezahlt mit',
  Opened: 'Eröffnet',
  'Exact matches first, then the newest.': 'Genaue Treffer zuerst, dann die neuesten.',
  'Search for': 'Suchen nach',
  'Card numbers are not searched': 'Nach Kartennummern wird nicht gesucht',
  'Enter the last four digits.': 'Geben Sie die letzten vier Ziffern ein.',
  'Find an order': 'Bestellung finden',
  'By order or transaction ID, reference, receipt, authorization code, acquirer reference, e-mail, payer, last four digits, amount, token or X-Request-Id.':
    'Nach Bestell- oder Transaktions-ID, Referenz, Beleg, Autorisierungscode, Acquirer-Referenz, E-Mail, Zahler, letzten vier Ziffern, Betrag, Token oder X-Request-Id.',
  'No matching orders': 'Keine passenden Bestellungen',
  'Every word must match. Three characters of an ID, a name or an e-mail are enough; codes are found in full.':
    'Jedes Wort muss passen. Drei Zeichen einer ID, eines Namens oder einer E-Mail genügen; Codes müssen vollständig sein.',
  'There are more matches. Add a word to narrow the search.':
    'Es gibt weitere Treffer. Fügen Sie ein Wort hinzu, um die Suche einzugrenzen.',
}
