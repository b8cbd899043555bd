// French texts of the list of transactions.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Order: 'Commande',
  Transaction: 'Transaction',
  Type: 'Type',
  Result: 'Résultat',
  Amount: 'Montant',
  'Paid with': 'Payé avec',
  Reference: 'Référence',
  Acquirer: 'Acquéreur',
  Batch: 'Lot',
  'Entry point': 'Point d’entrée',
  Time: 'Date et heure',
  Transactions: 'Transactions',
  'Gateway code': 'Code de la passerelle',
  'No matching transactions': 'Aucune transaction correspondante',
  'Try removing some filters.': 'Essayez de retirer certains filtres.',
  'No transactions yet': 'Aucune transaction pour l’instant',
  'Transactions appear here moments after a payment is made through the API, a payment page or the console.':
    'Les transactions apparaissent ici quelques instants après un paiement effectué via l’API, une page de paiement ou la console.',
}
