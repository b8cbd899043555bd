// Spanish texts of the webhook pages.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Created: 'Creado',
  Status: 'Estado',
  Order: 'Pedido',
  Transaction: 'Transacción',
  Webhook: 'Webhook',
  Attempts: 'Intentos',
  'Next attempt': 'Próximo intento',
  'Delivery log': 'Registro de entregas',
  'Notifications sent to your server, newest first.':
    'Notificaciones enviadas a su servidor, primero las más recientes.',
  Settings: 'Configuración',
  'Replay by time': 'Reenviar por período',
  'Full order ID': 'ID de pedido completo',
  From: 'Desde',
  To: 'Hasta',
  'Send now': 'Enviar ahora',
  Replay: 'Reenviar',
  Notifications: 'Notificaciones',
  'No matching notifications': 'No hay notificaciones que coincidan',
  'Try removing some filters.': 'Pruebe a quitar algunos filtros.',
  'No notifications yet': 'Aún no hay notificaciones',
  'Enable notifications in the webhook settings. One appears here for each transaction.':
    'Active las notificaciones en la configuración de webhooks. Aquí aparecerá una por cada transacción.',
  Notification: 'Notificación',
  Request: 'Solicitud',
  'Copy body': 'Copiar el cuerpo',
  Body: 'Cuerpo',
  Details: 'Detalles',
  Ended: 'Finalizado',
  'API version': 'Versión de la API',
  Attempt: 'Intento',
  'Attempt {number}': 'Intento {number}',
  Time: 'Fecha y hora',
  Response: 'Respuesta',
  'Response body': 'Cuerpo de la respuesta',
  Duration: 'Duración',
  '{number} ms': '{number} ms',
  'No attempts yet': 'Aún no hay intentos',
  'The notification will be sent shortly.': 'La notificación se enviará en breve.',
  'There were no notifications to replay.': 'No había notificaciones que reenviar.',
  '{count} notifications queued for replay.': {
    one: '{count} notificación en cola para su reenvío.',
    other: '{count} notificaciones en cola para su reenvío.',
  },
  'There were no pending notifications to send.': 'No había notificaciones pendientes que enviar.',
  '{count} notifications being sent.': {
    one: 'Se está enviando {count} notificación.',
    other: 'Se están enviando {count} notificaciones.',
  },
  'Sends all delivered and parked notifications created in this period again, with the same IDs so that your server can detect duplicates. Pending notifications are not affected.':
    'Reenvía todas las notificaciones entregadas y aparcadas que se crearon en este período, con los mismos ID para que su servidor pueda detectar duplicados. Las notificaciones pendientes no se ven afectadas.',
  'Leave empty for the current time': 'Déjelo vacío para usar la hora actual',
  Secrets: 'Secretos',
  'Use these secrets to verify that notifications come from the gateway.':
    'Use estos secretos para verificar que las notificaciones proceden de la pasarela.',
  'Secrets are created when you set up notifications for the first time.':
    'Los secretos se crean cuando configura las notificaciones por primera vez.',
  'Rotation in progress': 'Rotación en curso',
  'The previous secrets are valid until {time}. End the rotation once your server uses the new secrets.':
    'Los secretos anteriores son válidos hasta {time}. Finalice la rotación cuando su servidor use los nuevos secretos.',
  'The previous secrets are valid alongside the new ones. End the rotation once your server uses the new secrets.':
    'Los secretos anteriores son válidos junto con los nuevos. Finalice la rotación cuando su servidor use los nuevos secretos.',
  'Show secrets': 'Mostrar secretos',
  'End rotation': 'Finalizar rotación',
  'Rotate secrets': 'Rotar secretos',
  'Webhook secrets': 'Secretos de webhook',
  'Anyone with these secrets can forge notifications. Viewing them is recorded in the audit log.':
    'Cualquiera que tenga estos secretos puede falsificar notificaciones. Su visualización queda registrada en el registro de auditoría.',
  New: 'Nuevo',
  Previous: 'Anterior',
  'Sent as X-Notification-Secret': 'Enviado como X-Notification-Secret',
  'Signing secret (Standard Webhooks)': 'Secreto de firma (Standard Webhooks)',
  Done: 'Listo',
  'New secrets were created. Show them and configure them on your server.':
    'Se crearon nuevos secretos. Muéstrelos y configúrelos en su servidor.',
  'Rotate secrets?': '¿Rotar los secretos?',
  'During the rotation, notifications carry both signatures so that your server can switch without interruption.':
    'Durante la rotación, las notificaciones llevan ambas firmas para que su servidor pueda cambiar sin interrupciones.',
  'Hours the previous secrets stay valid': 'Horas de validez de los secretos anteriores',
  'End rotation now?': '¿Finalizar la rotación ahora?',
  'The rotation has ended.': 'La rotación ha finalizado.',
  'Servers that still use the previous secrets will no longer be able to verify notifications.':
    'Los servidores que aún usen los secretos anteriores ya no podrán verificar las notificaciones.',
  'Test notification': 'Notificación de prueba',
  'Sends a test notification and shows your server’s response.':
    'Envía una notificación de prueba y muestra la respuesta de su servidor.',
  'Send test': 'Enviar prueba',
  'Set a URL first.': 'Indique primero una URL.',
  'Your server accepted the notification': 'Su servidor aceptó la notificación',
  'Your server did not accept the notification': 'Su servidor no aceptó la notificación',
  'Response body: {body}': 'Cuerpo de la respuesta: {body}',
  'Notification {notificationId}': 'Notificación {notificationId}',
  'The gateway does not send notifications to this URL: {reason}.':
    'La pasarela no envía notificaciones a esta URL: {reason}.',
  'Responded with status {status} after {tookMs} ms.': 'Respondió con el estado {status} tras {tookMs} ms.',
  'No response ({reason}) after {tookMs} ms.': 'Sin respuesta ({reason}) tras {tookMs} ms.',
  Webhooks: 'Webhooks',
  'The gateway notifies your server of the result of every transaction.':
    'La pasarela notifica a su servidor el resultado de cada transacción.',
  Destination: 'Destino',
  'None; a request can specify one': 'Ninguna; una solicitud puede indicar una',
  'Counts as delivered': 'Se considera entregada',
  'Any response status from 200 to 299': 'Cualquier estado de respuesta de 200 a 299',
  'Response status 200': 'Estado de respuesta 200',
  'The webhook settings were saved.': 'Se guardó la configuración de webhooks.',
  'The webhook settings were saved. {count} undelivered notifications will be sent to the new URL.': {
    one: 'Se guardó la configuración de webhooks. {count} notificación no entregada se enviará a la nueva URL.',
    other: 'Se guardó la configuración de webhooks. {count} notificaciones no entregadas se enviarán a la nueva URL.',
  },
  'A request can specify a different URL for its order.':
    'Una solicitud puede indicar una URL diferente para su pedido.',
  'Send notifications': 'Enviar notificaciones',
  'Must begin with https://. Notifications that are not delivered yet follow a new URL.':
    'Debe empezar por https://. Las notificaciones aún no entregadas se envían a la nueva URL.',
  'Treat any status from 200 to 299 as delivered': 'Considerar entregada con cualquier estado de 200 a 299',
  'Otherwise only status 200 counts as delivered.': 'De lo contrario, solo el estado 200 se considera entregado.',
  Save: 'Guardar',
}
