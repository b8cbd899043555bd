// French texts of the search page.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Found by': 'Trouvé par',
  Status: 'Statut',
  'Paid with': 'Payé avec',
  Opened: 'Ouverte',
  'Exact matches first, then the newest.': 'Correspondances exactes d’abord, puis les plus récentes.',
  'Search for': 'Rechercher par',
  'Card numbers are not searched': 'Les numéros de carte ne sont pas recherchés',
  'Enter the last four digits.': 'Saisissez les quatre derniers chiffres.',
  'Find an order': 'Trouver une commande',
  'By order or transaction ID, reference, receipt, authorization code, acquirer reference, e-mail, payer, last four digits, amount, token or X-Request-Id.':
    'Par identifiant de commande ou de transaction, référence, reçu, code d’autorisation, référence de l’acquéreur, e-mail, payeur, quatre derniers chiffres, montant, jeton ou X-Request-Id.',
  'No matching orders': 'Aucune commande correspondante',
  'Every word must match. Three characters of an ID, a name or an e-mail are enough; codes are found in full.':
    'Chaque mot doit correspondre. Trois caractères d’un identifiant, d’un nom ou d’un e-mail suffisent ; les codes se cherchent en entier.',
  'There are more matches. Add a word to narrow the search.':
    'Il y a d’autres résultats. Ajoutez un mot pour affiner la recherche.',
}
