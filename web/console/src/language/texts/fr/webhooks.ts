// French texts of the webhook pages.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Created: 'Créé',
  Status: 'Statut',
  Order: 'Commande',
  Transaction: 'Transaction',
  Webhook: 'Webhook',
  Attempts: 'Tentatives',
  'Next attempt': 'Prochaine tentative',
  'Delivery log': 'Journal des envois',
  'Notifications sent to your server, newest first.':
    'Notifications envoyées à votre serveur, les plus récentes en premier.',
  Settings: 'Paramètres',
  'Replay by time': 'Renvoyer par période',
  'Full order ID': 'ID de commande complet',
  From: 'Du',
  To: 'Au',
  'Send now': 'Envoyer maintenant',
  Replay: 'Renvoyer',
  Notifications: 'Notifications',
  'No matching notifications': 'Aucune notification correspondante',
  'Try removing some filters.': 'Essayez de retirer certains filtres.',
  'No notifications yet': 'Aucune notification pour le moment',
  'Enable notifications in the webhook settings. One appears here for each transaction.':
    'Activez les notifications dans les paramètres des webhooks. Une notification apparaît ici pour chaque transaction.',
  Notification: 'Notification',
  Request: 'Requête',
  'Copy body': 'Copier le corps',
  Body: 'Corps',
  Details: 'Détails',
  Ended: 'Terminé',
  'API version': 'Version de l’API',
  Attempt: 'Tentative',
  'Attempt {number}': 'Tentative {number}',
  Time: 'Date et heure',
  Response: 'Réponse',
  'Response body': 'Corps de la réponse',
  Duration: 'Durée',
  '{number} ms': '{number} ms',
  'No attempts yet': 'Aucune tentative pour le moment',
  'The notification will be sent shortly.': 'La notification sera envoyée sous peu.',
  'There were no notifications to replay.': 'Il n’y avait aucune notification à renvoyer.',
  '{count} notifications queued for replay.': {
    one: '{count} notification en file d’attente pour renvoi.',
    other: '{count} notifications en file d’attente pour renvoi.',
  },
  'There were no pending notifications to send.': 'Il n’y avait aucune notification en attente à envoyer.',
  '{count} notifications being sent.': {
    one: '{count} notification en cours d’envoi.',
    other: '{count} notifications en cours d’envoi.',
  },
  'Sends all delivered and parked notifications created in this period again, with the same IDs so that your server can detect duplicates. Pending notifications are not affected.':
    'Renvoie toutes les notifications remises ou mises de côté créées pendant cette période, avec les mêmes ID afin que votre serveur puisse détecter les doublons. Les notifications en attente ne sont pas concernées.',
  'Leave empty for the current time': 'Laisser vide pour l’heure actuelle',
  Secrets: 'Secrets',
  'Use these secrets to verify that notifications come from the gateway.':
    'Utilisez ces secrets pour vérifier que les notifications proviennent de la passerelle.',
  'Secrets are created when you set up notifications for the first time.':
    'Les secrets sont créés lorsque vous configurez les notifications pour la première fois.',
  'Rotation in progress': 'Rotation en cours',
  'The previous secrets are valid until {time}. End the rotation once your server uses the new secrets.':
    'Les secrets précédents sont valides jusqu’au {time}. Terminez la rotation dès que votre serveur utilise les nouveaux secrets.',
  'The previous secrets are valid alongside the new ones. End the rotation once your server uses the new secrets.':
    'Les secrets précédents sont valides en même temps que les nouveaux. Terminez la rotation dès que votre serveur utilise les nouveaux secrets.',
  'Show secrets': 'Afficher les secrets',
  'End rotation': 'Terminer la rotation',
  'Rotate secrets': 'Renouveler les secrets',
  'Webhook secrets': 'Secrets des webhooks',
  'Anyone with these secrets can forge notifications. Viewing them is recorded in the audit log.':
    'Toute personne disposant de ces secrets peut falsifier des notifications. Leur consultation est inscrite dans le journal d’audit.',
  New: 'Nouveau',
  Previous: 'Précédent',
  'Sent as X-Notification-Secret': 'Envoyé en tant que X-Notification-Secret',
  'Signing secret (Standard Webhooks)': 'Secret de signature (Standard Webhooks)',
  Done: 'Terminé',
  'New secrets were created. Show them and configure them on your server.':
    'De nouveaux secrets ont été créés. Affichez-les et configurez-les sur votre serveur.',
  'Rotate secrets?': 'Renouveler les secrets ?',
  'During the rotation, notifications carry both signatures so that your server can switch without interruption.':
    'Pendant la rotation, les notifications portent les deux signatures afin que votre serveur puisse basculer sans interruption.',
  'Hours the previous secrets stay valid': 'Durée de validité des secrets précédents, en heures',
  'End rotation now?': 'Terminer la rotation maintenant ?',
  'The rotation has ended.': 'La rotation est terminée.',
  'Servers that still use the previous secrets will no longer be able to verify notifications.':
    'Les serveurs qui utilisent encore les secrets précédents ne pourront plus vérifier les notifications.',
  'Test notification': 'Notification de test',
  'Sends a test notification and shows your server’s response.':
    'Envoie une notification de test et affiche la réponse de votre serveur.',
  'Send test': 'Envoyer un test',
  'Set a URL first.': 'Définissez d’abord une URL.',
  'Your server accepted the notification': 'Votre serveur a accepté la notification',
  'Your server did not accept the notification': 'Votre serveur n’a pas accepté la notification',
  'Response body: {body}': 'Corps de la réponse : {body}',
  'Notification {notificationId}': 'Notification {notificationId}',
  'The gateway does not send notifications to this URL: {reason}.':
    'La passerelle n’envoie pas de notifications à cette URL : {reason}.',
  'Responded with status {status} after {tookMs} ms.': 'Réponse avec le statut {status} après {tookMs} ms.',
  'No response ({reason}) after {tookMs} ms.': 'Aucune réponse ({reason}) après {tookMs} ms.',
  Webhooks: 'Webhooks',
  'The gateway notifies your server of the result of every transaction.':
    'La passerelle notifie à votre serveur le résultat de chaque transaction.',
  Destination: 'Destination',
  'None; a request can specify one': 'Aucune ; une requête peut en préciser une',
  'Counts as delivered': 'Considérée comme remise',
  'Any response status from 200 to 299': 'Tout statut de réponse de 200 à 299',
  'Response status 200': 'Statut de réponse 200',
  'The webhook settings were saved.': 'Les paramètres des webhooks ont été enregistrés.',
  'The webhook settings were saved. {count} undelivered notifications will be sent to the new URL.': {
    one: 'Les paramètres des webhooks ont été enregistrés. {count} notification non remise sera envoyée à la nouvelle URL.',
    other:
      'Les paramètres des webhooks ont été enregistrés. {count} notifications non remises seront envoyées à la nouvelle URL.',
  },
  'A request can specify a different URL for its order.': 'Une requête peut préciser une autre URL pour sa commande.',
  'Send notifications': 'Envoyer des notifications',
  'Must begin with https://. Notifications that are not delivered yet follow a new URL.':
    'Doit commencer par https://. Les notifications pas encore remises sont envoyées à la nouvelle URL.',
  'Treat any status from 200 to 299 as delivered': 'Considérer tout statut de 200 à 299 comme remis',
  'Otherwise only status 200 counts as delivered.': 'Sinon, seul le statut 200 est considéré comme remis.',
  Save: 'Enregistrer',
}
