// French texts of the list of orders.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Order: 'Commande',
  Status: 'Statut',
  Amount: 'Montant',
  Captured: 'Capturé',
  Refunded: 'Remboursé',
  'Paid with': 'Payé avec',
  Authorized: 'Autorisé',
  Token: 'Jeton',
  'Last changed': 'Dernière modification',
  Opened: 'Ouverte',
  'Take a payment': 'Encaisser un paiement',
  Orders: 'Commandes',
  'No matching orders': 'Aucune commande correspondante',
  'Try removing some filters. To search by the beginning of an order ID, end it with an asterisk: shop-12*. The search field at the top finds parts of IDs, payers and e-mails.':
    'Essayez de supprimer certains filtres. Pour rechercher par le début d’un ID de commande, terminez-le par un astérisque : shop-12*. Le champ de recherche en haut trouve des parties d’ID, de payeurs et d’e-mails.',
  'No orders yet': 'Aucune commande pour l’instant',
  'Orders appear here moments after a payment is made through the API, a payment page or the console.':
    'Les commandes apparaissent ici quelques instants après un paiement effectué via l’API, une page de paiement ou la console.',
  'Order ID or prefix*': 'ID de commande ou préfixe*',
  'Fewer filters': 'Moins de filtres',
  'More filters': 'Plus de filtres',
  From: 'Du',
  To: 'Au',
  Reference: 'Référence',
  'Card begins with': 'La carte commence par',
  '6 digits': '6 chiffres',
  'Card ends with': 'La carte se termine par',
  '4 digits': '4 chiffres',
  Currency: 'Devise',
  'Amount from': 'Montant min.',
  'Requires a currency': 'Nécessite une devise',
  'Amount to': 'Montant max.',
}
