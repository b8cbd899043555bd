// German texts of the webhook pages.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Created: 'Erstellt',
  Status: 'Status',
  Order: 'Bestellung',
  Transaction: 'Transaktion',
  Webhook: 'Webhook',
  Attempts: 'Versuche',
  'Next attempt': 'Nächster Versuch',
  'Delivery log': 'Zustellprotokoll',
  'Notifications sent to your server, newest first.':
    'An Ihren Server gesendete Benachrichtigungen, die neuesten zuerst.',
  Settings: 'Einstellungen',
  'Replay by time': 'Zeitraum erneut senden',
  'Full order ID': 'Vollständige Bestell-ID',
  From: 'Von',
  To: 'Bis',
  'Send now': 'Jetzt senden',
  Replay: 'Erneut senden',
  Notifications: 'Benachrichtigungen',
  'No matching notifications': 'Keine passenden Benachrichtigungen',
  'Try removing some filters.': 'Versuchen Sie, einige Filter zu entfernen.',
  'No notifications yet': 'Noch keine Benachrichtigungen',
  'Enable notifications in the webhook settings. One appears here for each transaction.':
    'Aktivieren Sie Benachrichtigungen in den Webhook-Einstellungen. Hier erscheint dann eine für jede Transaktion.',
  Notification: 'Benachrichtigung',
  Request: 'Anfrage',
  'Copy body': 'Inhalt kopieren',
  Body: 'Inhalt',
  Details: 'Details',
  Ended: 'Beendet',
  'API version': 'API-Version',
  Attempt: 'Versuch',
  'Attempt {number}': 'Versuch {number}',
  Time: 'Zeit',
  Response: 'Antwort',
  'Response body': 'Antwortinhalt',
  Duration: 'Dauer',
  '{number} ms': '{number} ms',
  'No attempts yet': 'Noch keine Versuche',
  'The notification will be sent shortly.': 'Die Benachrichtigung wird in Kürze gesendet.',
  'There were no notifications to replay.': 'Es gab keine Benachrichtigungen, die erneut gesendet werden konnten.',
  '{count} notifications queued for replay.': {
    one: '{count} Benachrichtigung wird erneut gesendet.',
    other: '{count} Benachrichtigungen werden erneut gesendet.',
  },
  'There were no pending notifications to send.': 'Es gab keine ausstehenden Benachrichtigungen zu senden.',
  '{count} notifications being sent.': {
    one: '{count} Benachrichtigung wird gesendet.',
    other: '{count} Benachrichtigungen werden gesendet.',
  },
  'Sends all delivered and parked notifications created in this period again, with the same IDs so that your server can detect duplicates. Pending notifications are not affected.':
    'Sendet alle zugestellten und zurückgestellten Benachrichtigungen, die in diesem Zeitraum erstellt wurden, erneut, mit denselben IDs, damit Ihr Server Duplikate erkennen kann. Ausstehende Benachrichtigungen sind nicht betroffen.',
  'Leave empty for the current time': 'Leer lassen für den aktuellen Zeitpunkt',
  Secrets: 'Secrets',
  'Use these secrets to verify that notifications come from the gateway.':
    'Prüfen Sie mit diesen Secrets, ob Benachrichtigungen vom Gateway stammen.',
  'Secrets are created when you set up notifications for the first time.':
    'Secrets werden erstellt, wenn Sie Benachrichtigungen zum ersten Mal einrichten.',
  'Rotation in progress': 'Rotation läuft',
  'The previous secrets are valid until {time}. End the rotation once your server uses the new secrets.':
    'Die bisherigen Secrets sind bis {time} gültig. Beenden Sie die Rotation, sobald Ihr Server die neuen Secrets verwendet.',
  'The previous secrets are valid alongside the new ones. End the rotation once your server uses the new secrets.':
    'Die bisherigen Secrets sind neben den neuen gültig. Beenden Sie die Rotation, sobald Ihr Server die neuen Secrets verwendet.',
  'Show secrets': 'Secrets anzeigen',
  'End rotation': 'Rotation beenden',
  'Rotate secrets': 'Secrets rotieren',
  'Webhook secrets': 'Webhook-Secrets',
  'Anyone with these secrets can forge notifications. Viewing them is recorded in the audit log.':
    'Wer diese Secrets kennt, kann Benachrichtigungen fälschen. Das Anzeigen wird protokolliert.',
  New: 'Neu',
  Previous: 'Zurück',
  'Sent as X-Notification-Secret': 'Gesendet als X-Notification-Secret',
  'Signing secret (Standard Webhooks)': 'Signatur-Secret (Standard Webhooks)',
  Done: 'Fertig',
  'New secrets were created. Show them and configure them on your server.':
    'Neue Secrets wurden erstellt. Zeigen Sie sie an und richten Sie sie auf Ihrem Server ein.',
  'Rotate secrets?': 'Secrets rotieren?',
  'During the rotation, notifications carry both signatures so that your server can switch without interruption.':
    'Während der Rotation tragen Benachrichtigungen beide Signaturen, damit Ihr Server ohne Unterbrechung wechseln kann.',
  'Hours the previous secrets stay valid': 'Gültigkeit der bisherigen Secrets in Stunden',
  'End rotation now?': 'Rotation jetzt beenden?',
  'The rotation has ended.': 'Die Rotation ist beendet.',
  'Servers that still use the previous secrets will no longer be able to verify notifications.':
    'Server, die noch die bisherigen Secrets verwenden, können Benachrichtigungen nicht mehr prüfen.',
  'Test notification': 'Testbenachrichtigung',
  'Sends a test notification and shows your server’s response.':
    'Sendet eine Testbenachrichtigung und zeigt die Antwort Ihres Servers.',
  'Send test': 'Test senden',
  'Set a URL first.': 'Legen Sie zuerst eine URL fest.',
  'Your server accepted the notification': 'Ihr Server hat die Benachrichtigung angenommen',
  'Your server did not accept the notification': 'Ihr Server hat die Benachrichtigung nicht angenommen',
  'Response body: {body}': 'Antwortinhalt: {body}',
  'Notification {notificationId}': 'Benachrichtigung {notificationId}',
  'The gateway does not send notifications to this URL: {reason}.':
    'Das Gateway sendet keine Benachrichtigungen an diese URL: {reason}.',
  'Responded with status {status} after {tookMs} ms.': 'Antwort mit Status {status} nach {tookMs} ms.',
  'No response ({reason}) after {tookMs} ms.': 'Keine Antwort ({reason}) nach {tookMs} ms.',
  Webhooks: 'Webhooks',
  'The gateway notifies your server of the result of every transaction.':
    'Das Gateway benachrichtigt Ihren Server über das Ergebnis jeder Transaktion.',
  Destination: 'Ziel',
  'None; a request can specify one': 'Keine; eine Anfrage kann eine angeben',
  'Counts as delivered': 'Gilt als zugestellt',
  'Any response status from 200 to 299': 'Jeder Antwortstatus von 200 bis 299',
  'Response status 200': 'Antwortstatus 200',
  'The webhook settings were saved.': 'Die Webhook-Einstellungen wurden gespeichert.',
  'The webhook settings were saved. {count} undelivered notifications will be sent to the new URL.': {
    one: 'Die Webhook-Einstellungen wurden gespeichert. {count} nicht zugestellte Benachrichtigung wird an die neue URL gesendet.',
    other:
      'Die Webhook-Einstellungen wurden gespeichert. {count} nicht zugestellte Benachrichtigungen werden an die neue URL gesendet.',
  },
  'A request can specify a different URL for its order.':
    'Eine Anfrage kann für ihre Bestellung eine andere URL angeben.',
  'Send notifications': 'Benachrichtigungen senden',
  'Must begin with https://. Notifications that are not delivered yet follow a new URL.':
    'Muss mit https:// beginnen. Noch nicht zugestellte Benachrichtigungen gehen an eine neue URL.',
  'Treat any status from 200 to 299 as delivered': 'Jeden Status von 200 bis 299 als zugestellt werten',
  'Otherwise only status 200 counts as delivered.': 'Sonst gilt nur Status 200 als zugestellt.',
  Save: 'Speichern',
}
