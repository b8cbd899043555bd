// French texts of the dashboard and of money at risk.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  '{transactions} ({amount}) waiting for reversal: the acquirer did not respond, and the gateway keeps sending the reversal.':
    '{transactions} ({amount}) en attente de contre-passation : l’acquéreur n’a pas répondu et la passerelle continue d’envoyer la contre-passation.',
  '{transactions} ({amount}) with a reversal refused by the acquirer: resolve it with the acquirer manually.':
    '{transactions} ({amount}) avec une contre-passation refusée par l’acquéreur : résolvez-la manuellement avec l’acquéreur.',
  '{transactions} ({amount}) requiring manual resolution: ask the acquirer for the outcome.':
    '{transactions} ({amount}) à résoudre manuellement : demandez le résultat à l’acquéreur.',
  '{transactions} ({amount}) overdue without an outcome: the gateway keeps asking the acquirer.':
    '{transactions} ({amount}) en retard sans résultat : la passerelle continue d’interroger l’acquéreur.',
  '{transactions} ({amount}) with an unknown outcome: the gateway keeps asking the acquirer.':
    '{transactions} ({amount}) au résultat inconnu : la passerelle continue d’interroger l’acquéreur.',
  '{transactions} ({amount}) in progress.': '{transactions} ({amount}) en cours.',
  '{count} transactions': { one: '{count} transaction', other: '{count} transactions' },
  'Show them': { one: 'L’afficher', other: 'Les afficher' },
  '{count} notifications could not be delivered and were parked. Replay them once your webhook is working again.': {
    one: '{count} notification n’a pas pu être livrée et a été mise de côté. Renvoyez-la dès que votre webhook fonctionne à nouveau.',
    other:
      '{count} notifications n’ont pas pu être livrées et ont été mises de côté. Renvoyez-les dès que votre webhook fonctionne à nouveau.',
  },
  'Open delivery log': 'Ouvrir le journal des livraisons',
  'Volume by currency': 'Volume par devise',
  Currency: 'Devise',
  Payments: 'Paiements',
  'Authorized or paid': 'Autorisé ou payé',
  Captured: 'Capturé',
  Refunded: 'Remboursé',
  'No volume in this period': 'Aucun volume sur cette période',
  'Declines by reason': 'Refus par motif',
  'No declined payments in this period.': 'Aucun paiement refusé sur cette période.',
  '{ms} ms': '{ms} ms',
  'Acquirer response times': 'Temps de réponse des acquéreurs',
  Acquirer: 'Acquéreur',
  Responses: 'Réponses',
  '50% within': '50 % en',
  '95% within': '95 % en',
  '99% within': '99 % en',
  'No acquirer requests in this period': 'Aucune requête aux acquéreurs sur cette période',
  'By hour': 'Par heure',
  'By day': 'Par jour',
  'Payments approved and declined over the period; the table below has the numbers':
    'Paiements approuvés et refusés sur la période ; le tableau ci-dessous contient les chiffres',
  'Approved||payments': 'Approuvés',
  'Declined||payments': 'Refusés',
  From: 'Du',
  'Captured in {currency} over the period; the table below has the numbers':
    'Montants capturés en {currency} sur la période ; le tableau ci-dessous contient les chiffres',
  'View as table': 'Afficher sous forme de tableau',
  Dashboard: 'Tableau de bord',
  'All merchants': 'Tous les commerçants',
  Period: 'Période',
  Days: 'Jours',
  To: 'Au',
  'No payments in this period': 'Aucun paiement sur cette période',
  'Choose a longer period above. New payments appear here within a few moments.':
    'Choisissez une période plus longue ci-dessus. Les nouveaux paiements apparaissent ici en quelques instants.',
  charts: 'graphiques',
  '24 hours': '24 heures',
  '7 days': '7 jours',
  '30 days': '30 jours',
  '90 days': '90 jours',
  'Approval rate': 'Taux d’approbation',
  'Money at risk now': 'Montants à risque actuels',
  'All outcomes are known': 'Tous les résultats sont connus',
  'Show transactions': 'Afficher les transactions',
  None: 'Aucun',
  'Pending notifications now': 'Notifications actuellement en attente',
  'None overdue': 'Aucune en retard',
  'Oldest: {time}': 'La plus ancienne : {time}',
  '{approved} of {count} payments; none in the period before': {
    one: '{approved} sur {count} paiement ; aucun sur la période précédente',
    other: '{approved} sur {count} paiements ; aucun sur la période précédente',
  },
  '{approved} of {count} payments; {share} of {earlier} in the period before': {
    one: '{approved} sur {count} paiement ; {share} de {earlier} sur la période précédente',
    other: '{approved} sur {count} paiements ; {share} de {earlier} sur la période précédente',
  },
  '{transactions}, and more in {currencies}': '{transactions}, et d’autres en {currencies}',
  'Nothing in the period before': 'Rien sur la période précédente',
  '{change}, from {amount} in the period before': '{change} par rapport à {amount} sur la période précédente',
  'Captured in other currencies': 'Capturé dans d’autres devises',
  'and {count} more currencies below': {
    one: 'et {count} autre devise ci-dessous',
    other: 'et {count} autres devises ci-dessous',
  },
  'Money at risk': 'Montants à risque',
  'Transactions that an acquirer may have executed, without certainty. The oldest first.':
    'Transactions qu’un acquéreur a peut-être exécutées, sans certitude. Les plus anciennes d’abord.',
  Order: 'Commande',
  Merchant: 'Commerçant',
  State: 'État',
  'What to do': 'Que faire',
  Type: 'Type',
  Amount: 'Montant',
  Since: 'Depuis',
  'No money at risk': 'Aucun montant à risque',
  'Every outcome is known. Transactions appear here while an acquirer does not answer.':
    'Tous les résultats sont connus. Les transactions apparaissent ici tant qu’un acquéreur ne répond pas.',
  'Open manual resolution': 'Ouvrir la résolution manuelle',
  'Nothing. The gateway keeps asking the acquirer; do not repeat the payment.':
    'Rien. La passerelle continue d’interroger l’acquéreur ; ne répétez pas le paiement.',
  'Nothing. The acquirer did not respond; the gateway keeps sending the reversal.':
    'Rien. L’acquéreur n’a pas répondu ; la passerelle continue d’envoyer la contre-passation.',
  'Nothing yet. Check the acquirer link if it lasts for more than an hour.':
    'Rien pour l’instant. Vérifiez la liaison avec l’acquéreur si cela dure plus d’une heure.',
  'Ask the operator. The payer may have been charged; check your account with the acquirer before you refund.':
    'Demandez à l’exploitant. Le payeur a peut-être été débité ; vérifiez votre compte auprès de l’acquéreur avant de rembourser.',
  'Ask the acquirer for the outcome, then resolve it manually.':
    'Demandez le résultat à l’acquéreur, puis résolvez-la manuellement.',
  'Needs manual resolution': 'À résoudre manuellement',
  'Ask the operator, who has to ask the acquirer. The order is locked until then.':
    'Demandez à l’exploitant, qui doit interroger l’acquéreur. La commande est verrouillée d’ici là.',
  'Overdue, no outcome': 'En retard, sans résultat',
  'Check the acquirer link. The gateway keeps asking.':
    'Vérifiez la liaison avec l’acquéreur. La passerelle continue de l’interroger.',
  'Outcome unknown': 'Résultat inconnu',
  'In progress': 'En cours',
  'Nothing. It is being processed.': 'Rien. Elle est en cours de traitement.',
}
