// German texts of the list of orders.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Order: 'Bestellung',
  Status: 'Status',
  Amount: 'Betrag',
  Captured: 'Eingezogen',
  Refunded: 'Erstattet',
  'Paid with': 'Bezahlt mit',
  Authorized: 'Autorisiert',
  Token: 'Token',
  'Last changed': 'Zuletzt geändert',
  Opened: 'Eröffnet',
  'Take a payment': 'Zahlung annehmen',
  Orders: 'Bestellungen',
  'No matching orders': 'Keine passenden Bestellungen',
  'Try removing some filters. To search by the beginning of an order ID, end it with an asterisk: shop-12*. The search field at the top finds parts of IDs, payers and e-mails.':
    'Entfernen Sie einige Filter. Um nach dem Anfang einer Bestell-ID zu suchen, beenden Sie ihn mit einem Stern: shop-12*. Das Suchfeld oben findet Teile von IDs, Zahlern und E-Mail-Adressen.',
  'No orders yet': 'Noch keine Bestellungen',
  'Orders appear here moments after a payment is made through the API, a payment page or the console.':
    'Bestellungen erscheinen hier kurz nach einer Zahlung über die API, eine Zahlungsseite oder die Konsole.',
  'Order ID or prefix*': 'Bestell-ID oder Anfang*',
  'Fewer filters': 'Weniger Filter',
  'More filters': 'Weitere Filter',
  From: 'Von',
  To: 'Bis',
  Reference: 'Referenz',
  'Card begins with': 'Karte beginnt mit',
  '6 digits': '6 Ziffern',
  'Card ends with': 'Karte endet mit',
  '4 digits': '4 Ziffern',
  Currency: 'Währung',
  'Amount from': 'Betrag von',
  'Requires a currency': 'Erfordert Währung',
  'Amount to': 'Betrag bis',
}
