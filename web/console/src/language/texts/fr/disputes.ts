// French texts of disputes.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Contest: 'Contester',
  'Contest dispute': 'Contester le litige',
  'Records that you contest the claim of {money}, with your explanation. Evidence is sent to the acquirer outside the gateway.':
    'Enregistre que vous contestez la réclamation de {money}, avec votre explication. Les justificatifs sont envoyés à l’acquéreur en dehors de la passerelle.',
  Explanation: 'Explication',
  'The dispute was contested.': 'Le litige a été contesté.',
  'Accept loss': 'Accepter la perte',
  'Accept the loss': 'Accepter la perte',
  'The payer keeps {money}, and the dispute is lost. This amount can no longer be refunded. This cannot be undone.':
    'Le payeur conserve {money} et le litige est perdu. Ce montant ne peut plus être remboursé. Cette action est irréversible.',
  'Note (optional)': 'Note (facultative)',
  'The loss was recorded.': 'La perte a été enregistrée.',
  'Add note': 'Ajouter une note',
  'Add a note': 'Ajouter une note',
  'A note on the dispute about {money}, for your colleagues.': 'Une note sur le litige de {money}, pour vos collègues.',
  Note: 'Note',
  'The note was added.': 'La note a été ajoutée.',
  'Do not enter card numbers.': 'Ne saisissez pas de numéros de carte.',
  'Enter a text.': 'Saisissez un texte.',
  '{state}, contested': '{state}, contesté',
  Overdue: 'En retard',
  Disputes: 'Litiges',
  'The next deadline first. After it, the bank decides without you.':
    'L’échéance la plus proche en premier. Passé ce délai, la banque décide sans vous.',
  'The latest change first.': 'La modification la plus récente en premier.',
  'Which disputes': 'Quels litiges',
  'Open||disputes': 'Ouverts',
  'All||disputes': 'Tous',
  State: 'État',
  Order: 'Commande',
  Case: 'Dossier',
  'Respond by': 'Répondre au plus tard le',
  Amount: 'Montant',
  'Last changed': 'Dernière modification',
  'No open disputes': 'Aucun litige ouvert',
  'Disputes appear here when a payer’s bank asks about a payment or claims money back.':
    'Les litiges apparaissent ici lorsque la banque d’un payeur demande des informations sur un paiement ou réclame de l’argent.',
  'No matching disputes': 'Aucun litige correspondant',
  'Try removing some filters.': 'Essayez de retirer certains filtres.',
  'The dispute was recorded.': 'Le litige a été enregistré.',
  'Record a change': 'Enregistrer un changement',
  'Record a dispute': 'Enregistrer un litige',
  Record: 'Enregistrer',
  'What the bank says. No money moves and no totals change.':
    'Ce que dit la banque. Aucun mouvement de fonds n’a lieu et aucun total ne change.',
  'Case number': 'Numéro de dossier',
  'The same number for every change of a case.': 'Le même numéro pour chaque changement d’un dossier.',
  'Amount in {currency}': 'Montant en {currency}',
}
