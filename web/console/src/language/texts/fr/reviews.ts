// French texts of the review queue.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Billing country {country}': 'Pays de facturation {country}',
  'Held by risk rules': 'Retenus par des règles de risque',
  'Refund requests': 'Demandes de remboursement',
  Reviews: 'Examens',
  'Payments and refunds waiting for a decision. Open a payment to see it before you decide. You cannot decide on your own requests.':
    'Paiements et remboursements en attente d’une décision. Ouvrez un paiement pour le consulter avant de décider. Vous ne pouvez pas décider de vos propres demandes.',
  'Review type': 'Type d’examen',
  'Payments waiting for review': 'Paiements en attente d’examen',
  'Open order': 'Ouvrir la commande',
  'Nothing to review': 'Rien à examiner',
  'Payments appear here when a risk rule holds them for review.':
    'Les paiements apparaissent ici lorsqu’une règle de risque les retient pour examen.',
  'Refunds appear here when the merchant’s profile requires approval by a second user.':
    'Les remboursements apparaissent ici lorsque le profil du commerçant exige l’approbation d’un second utilisateur.',
  Order: 'Commande',
  Why: 'Motif',
  'Requested by': 'Demandé par',
  Amount: 'Montant',
  'Paid with': 'Payé avec',
  'Waiting since': 'En attente depuis',
}
