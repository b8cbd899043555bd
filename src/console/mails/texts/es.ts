// Spanish texts of e-mails to users.
import type { UserMailTexts } from './user-mail-texts.ts'

export const es: UserMailTexts = {
  actions: {
    APPROVAL_DECLINED: 'Solicitud rechazada',
    APPROVAL_GIVEN: 'Solicitud aprobada',
    APPROVAL_REQUESTED: 'Aprobación solicitada',
    CONTROLS_WEAKENED: 'Controles debilitados',
    GATEWAY_SETTINGS_CHANGED: 'Ajustes de la pasarela modificados',
    LINK_CHANGED: 'Conexión con el adquirente modificada',
    LINK_CREATED: 'Conexión con el adquirente creada',
    LINK_DISABLED: 'Conexión con el adquirente desactivada',
    LINK_ENABLED: 'Conexión con el adquirente activada',
    ROUTES_CHANGED: 'Rutas modificadas',
  },
  code: {
    subject: 'Confirme su dirección de correo electrónico',
    text: 'Introduzca este código en la página de su cuenta en la consola, con la sesión de {login}. Es válido durante {minutes} minutos.',
    unexpected: 'Si no ha solicitado este código, ignore este mensaje.',
  },
  addressChanged: {
    subject: 'Las alertas ya no llegan a esta dirección',
    text: 'Las alertas de {login} ya no llegan a esta dirección. {actor} cambió la dirección o el usuario el {time}.',
    unexpected: 'Si no lo esperaba, avise de inmediato a un administrador de usuarios.',
  },
  alert: {
    subject: 'Alerta: {action}',
    time: 'Hora',
    user: 'Usuario',
    merchant: 'Comercio',
    link: 'Conexión con adquirente',
    weakened: 'Los controles protegen menos que antes.',
    changes: 'Cambios',
    more: 'y {count} más',
    none: 'ninguno',
  },
  summary: {
    subject: 'Resumen diario: {count} cambios en controles, conexiones y accesos',
    text: 'Del {from} al {until}:',
  },
  attention: {
    MONEY_AT_RISK: {
      subject: 'Dinero en riesgo: {count}',
      text: 'Es posible que un adquirente haya movido dinero por estas transacciones, aunque fallaron o no tienen resultado, y la pasarela no pudo aclararlo por sí misma.',
      merchant:
        'No diga a los pagadores que no se les ha cobrado nada y no repita los pagos. Pregunte el resultado al operador.',
      operator: 'Pregunte el resultado al adquirente y resuélvalas después manualmente.',
    },
    PARKED_NOTIFICATIONS: {
      subject: 'Notificaciones que ya no se envían: {count}',
      text: 'El servidor no aceptó estas notificaciones y la pasarela ya no las envía. No se ha perdido nada de los pagos.',
      merchant: 'Repare su servidor y envíelas de nuevo desde el registro de envíos.',
      operator:
        'Avise al comercio, cuyo servidor hay que reparar; después se pueden enviar de nuevo desde el registro de envíos.',
    },
    OVERDUE_DISPUTES: {
      subject: 'Disputas fuera de plazo: {count}',
      text: 'El último día para responder al banco ha pasado y no consta que se hayan enviado pruebas.',
      merchant: 'Pregunte al adquirente si todavía se aceptan pruebas. Si ya las envió, regístrelo en la consola.',
      operator: 'Pregunte al comercio si se enviaron pruebas y al adquirente si todavía se aceptan.',
    },
  },
  orders: 'Pedidos',
  merchants: 'Comercios',
  open: 'Abrir en la consola:',
}
