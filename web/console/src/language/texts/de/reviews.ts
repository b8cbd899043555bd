// German texts of the review queue.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Billing country {country}': 'Rechnungsland {country}',
  'Held by risk rules': 'Von Risikoregeln zurückgehalten',
  'Refund requests': 'Erstattungsanforderungen',
  Reviews: 'Prüfungen',
  'Payments and refunds waiting for a decision. Open a payment to see it before you decide. You cannot decide on your own requests.':
    'Zahlungen und Erstattungen, die auf eine Entscheidung warten. Öffnen Sie eine Zahlung, um sie vor der Entscheidung anzusehen. Über Ihre eigenen Anforderungen können Sie nicht entscheiden.',
  'Review type': 'Art der Prüfung',
  'Payments waiting for review': 'Zahlungen, die auf Prüfung warten',
  'Open order': 'Bestellung öffnen',
  'Nothing to review': 'Nichts zu prüfen',
  'Payments appear here when a risk rule holds them for review.':
    'Zahlungen erscheinen hier, wenn eine Risikoregel sie zur Prüfung zurückhält.',
  'Refunds appear here when the merchant’s profile requires approval by a second user.':
    'Erstattungen erscheinen hier, wenn das Profil des Händlers die Genehmigung durch einen zweiten Benutzer verlangt.',
  Order: 'Bestellung',
  Why: 'Grund',
  'Requested by': 'Angefordert von',
  Amount: 'Betrag',
  'Paid with': 'Bezahlt mit',
  'Waiting since': 'Wartet seit',
}
