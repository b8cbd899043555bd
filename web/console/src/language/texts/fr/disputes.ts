// French texts of disputes.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Explanation: 'Explication',
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
  'Mark as contested': 'Marquer comme contesté',
  'Records that you contest the claim of {money}. The gateway sends nothing to the bank: send your evidence to the acquirer yourself, then record here that you have.':
    'Enregistre que vous contestez la réclamation de {money}. La passerelle n’envoie rien à la banque : envoyez vous-même vos justificatifs à l’acquéreur, puis enregistrez-le ici.',
  'Marked as contested. Send your evidence to the acquirer yourself; nothing was sent to the bank.':
    'Marqué comme contesté. Envoyez vous-même vos justificatifs à l’acquéreur ; rien n’a été envoyé à la banque.',
  'Marked as contested. Send your evidence to the acquirer yourself by {day}; nothing was sent to the bank.':
    'Marqué comme contesté. Envoyez vous-même vos justificatifs à l’acquéreur avant le {day} inclus ; rien n’a été envoyé à la banque.',
  'Evidence was sent': 'Justificatifs envoyés',
  'Record that the evidence was sent': 'Enregistrer l’envoi des justificatifs',
  'Record this once you have sent your evidence about {money} to the acquirer. The deadline is then no longer open.':
    'Enregistrez-le une fois vos justificatifs concernant {money} envoyés à l’acquéreur. Le délai n’est alors plus ouvert.',
  'How it was sent, and to whom': 'Comment et à qui ils ont été envoyés',
  'Recorded: the evidence was sent. The bank decides now.':
    'Enregistré : les justificatifs ont été envoyés. La banque décide maintenant.',
  'The last day was {day}. The bank may have decided already: ask the acquirer whether evidence is still accepted.':
    'Le dernier jour était le {day}. La banque a peut-être déjà décidé : demandez à l’acquéreur si des justificatifs sont encore acceptés.',
  '{state}, evidence not sent': '{state}, justificatifs non envoyés',
  '{state}, evidence sent': '{state}, justificatifs envoyés',
  '{state}, evidence sent late': '{state}, justificatifs envoyés en retard',
}
