// French texts of manual resolution.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Outcome unknown; the acquirer can neither report nor reverse it. The order is locked.':
    'Résultat inconnu ; l’acquéreur ne peut ni le communiquer ni contre-passer la transaction. La commande est verrouillée.',
  'The outcome could not be recorded. Reported as failed.':
    'Le résultat n’a pas pu être enregistré. Signalée comme échouée.',
  'Failed, and the acquirer refused the reversal.': 'Échouée, et l’acquéreur a refusé la contre-passation.',
  'Failed, and the acquirer does not support reversals.':
    'Échouée, et l’acquéreur ne prend pas en charge les contre-passations.',
  'Manual resolution': 'Résolution manuelle',
  'Ask the acquirer about each transaction by its reference, then propose the outcome. Another user must approve it.':
    'Interrogez l’acquéreur sur chaque transaction à l’aide de sa référence, puis proposez le résultat. Un autre utilisateur doit l’approuver.',
  'Transactions that need manual resolution': 'Transactions nécessitant une résolution manuelle',
  'Nothing to resolve': 'Rien à résoudre',
  'Transactions appear here when the acquirer can neither report their outcome nor reverse them.':
    'Les transactions apparaissent ici lorsque l’acquéreur ne peut ni communiquer leur résultat ni les contre-passer.',
  Order: 'Commande',
  '{merchantId}, transaction {transactionId}': '{merchantId}, transaction {transactionId}',
  Amount: 'Montant',
  'At the acquirer': 'Chez l’acquéreur',
  Why: 'Motif',
  Proposed: 'Proposé',
  '{time}, reversal: done': '{time}, contre-passation : effectuée',
  '{time}, reversal: owed': '{time}, contre-passation : en attente',
  '{time}, reversal: refused': '{time}, contre-passation : refusée',
  '{time}, reversal: unsupported': '{time}, contre-passation : non prise en charge',
  '{time}, a reversal was sent': '{time}, une contre-passation a été envoyée',
  'Resolve {orderId}': 'Résoudre {orderId}',
  Resolve: 'Résoudre',
  'Approve the proposal for {orderId}': 'Approuver la proposition pour {orderId}',
  Approve: 'Approuver',
  'Withdraw the proposal for {orderId}': 'Retirer la proposition pour {orderId}',
  'Decline the proposal for {orderId}': 'Refuser la proposition pour {orderId}',
  Withdraw: 'Retirer',
  Decline: 'Refuser',
  'The acquirer executed the request. The transaction succeeded.':
    'L’acquéreur a exécuté la requête. La transaction a réussi.',
  'The acquirer did not execute the request, and will not.':
    'L’acquéreur n’a pas exécuté la requête et ne l’exécutera pas.',
  'The acquirer executed the request and has reversed it.': 'L’acquéreur a exécuté la requête et l’a contre-passée.',
  '{type} of {amount}, order {orderId}.': '{type} de {amount}, commande {orderId}.',
  'The outcome was proposed. Another user must approve it.':
    'Le résultat a été proposé. Un autre utilisateur doit l’approuver.',
  'Propose outcome': 'Proposer un résultat',
  Propose: 'Proposer',
  'Nothing is sent to the acquirer.': 'Rien n’est envoyé à l’acquéreur.',
  'What has the acquirer done?': 'Qu’a fait l’acquéreur ?',
  'Authorization code': 'Code d’autorisation',
  'If the acquirer named one.': 'Si l’acquéreur en a indiqué un.',
  Reason: 'Motif',
  'How you know, such as whom you asked. Do not enter card numbers.':
    'Comment vous le savez, par exemple qui vous avez interrogé. Ne saisissez pas de numéros de carte.',
  'The outcome was recorded.': 'Le résultat a été enregistré.',
  'The proposal was declined.': 'La proposition a été refusée.',
  'Approve outcome': 'Approuver le résultat',
  'Decline outcome': 'Refuser le résultat',
  'Proposed as {outcome} by {user}: {reason}': 'Proposé comme {outcome} par {user} : {reason}',
  'Proposed as {outcome} by {user}: {reason} (authorization code {authorizationCode})':
    'Proposé comme {outcome} par {user} : {reason} (code d’autorisation {authorizationCode})',
  'This is recorded, the merchant is notified, and it cannot be changed afterwards.':
    'Ceci est enregistré, le commerçant en est informé, et cela ne peut plus être modifié ensuite.',
  'The transaction stays as it is. Another outcome can be proposed.':
    'La transaction reste telle quelle. Un autre résultat peut être proposé.',
}
