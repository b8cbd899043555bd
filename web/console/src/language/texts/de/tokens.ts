// German texts of tokens.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Token: 'Token',
  'Stored details': 'Gespeicherte Daten',
  Status: 'Status',
  Kind: 'Art',
  Account: 'Konto',
  Expiry: 'Ablauf',
  Brand: 'Marke',
  Funding: 'Kartenart',
  Issuer: 'Kartenherausgeber',
  'Replaced by': 'Ersetzt durch',
  Usage: 'Verwendung',
  'Last used': 'Zuletzt verwendet',
  'Last changed': 'Zuletzt geändert',
  'Changed by': 'Geändert von',
  'Verification before storing': 'Verifizierung vor dem Speichern',
  Repository: 'Repository',
  'Scheme token': 'Netzwerk-Token',
  'Issued by the card scheme in place of the card number.':
    'Von der Kartenorganisation anstelle der Kartennummer ausgegeben.',
  Number: 'Nummer',
  Provider: 'Anbieter',
  'The token was deleted.': 'Das Token wurde gelöscht.',
  Delete: 'Löschen',
  'Delete this token?': 'Dieses Token löschen?',
  'Delete token': 'Token löschen',
  'The details stored under {token} are permanently deleted. Payments that use the token will be rejected, including those of other merchants that share it.':
    'Die unter {token} gespeicherten Daten werden endgültig gelöscht. Zahlungen mit dem Token werden abgelehnt, auch die anderer Händler, die es mitverwenden.',
  Tokens: 'Token',
  'Payment details stored for future payments. Account numbers are masked.':
    'Für künftige Zahlungen gespeicherte Zahlungsdaten. Kontonummern sind maskiert.',
  'Full token': 'Vollständiges Token',
  Scheme: 'Kartennetzwerk',
  'Expiry month': 'Ablaufmonat',
  '1 to 12': '1 bis 12',
  'Expiry year': 'Ablaufjahr',
  'No matching tokens': 'Keine passenden Token',
  'Enter the full token, or try removing some filters.':
    'Geben Sie das vollständige Token ein oder entfernen Sie einige Filter.',
  'No tokens yet': 'Noch keine Token',
  'Tokens appear here when your integration stores a payer’s card or account.':
    'Token erscheinen hier, wenn Ihre Integration eine Karte oder ein Konto eines Zahlers speichert.',
}
