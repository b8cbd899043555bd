// Spanish.
import type { CheckoutTexts } from './checkout-texts.ts'

export const es: CheckoutTexts = {
  sandbox: 'Modo de prueba: no se realiza ningún pago real.',

  payTo: 'Pago a {merchant}',
  verifyFor: 'Verificación de su tarjeta para {merchant}',
  keepFor: 'Sus datos de pago para {merchant}',
  pay: 'Pagar {amount}',
  continueTo: 'Continuar a {provider}',
  noteProvider: 'Paga en el sitio de {provider} y después vuelve aquí.',
  payPlain: 'Pagar ahora',
  verify: 'Verificar la tarjeta',
  keep: 'Guardar y continuar',
  sending: 'Un momento…',
  noteAuthorize: 'El importe se reserva ahora y se cobra cuando {merchant} prepara su pedido.',
  noteVerify: 'No se cobra nada. Su banco solo comprueba los datos.',
  noteKeep: 'No se cobra nada por ahora.',
  secure: 'Conexión cifrada. {merchant} nunca ve sus datos de pago completos.',
  cancel: 'Cancelar y volver a {merchant}',
  cancelOnly: 'Cancelar el pago',
  timeLeft: 'Tiempo restante: {time}',
  timeLeftSpoken: 'Esta página se cierra en {seconds} segundos.',

  enterAmount: {
    label: 'Importe ({currency})',
    atLeast: 'Como mínimo {min}',
    atMost: 'Como máximo {max}',
    between: 'De {min} a {max}',
    MISSING: 'Introduzca el importe.',
    INVALID: 'Introduzca el importe como {example}, sin separador de miles.',
    TOO_SMALL: 'El importe debe ser de al menos {min}.',
    TOO_LARGE: 'El importe debe ser como máximo de {max}.',
  },

  orderSummary: 'Resumen del pedido',
  order: 'Pedido',
  reference: 'Referencia',
  quantity: 'Cantidad: {quantity}',
  tax: 'Impuestos',
  shipping: 'Envío y gestión',
  discount: 'Descuento',
  total: 'Total',
  deliverTo: 'Entrega a',

  paymentMethod: 'Forma de pago',
  sources: { CARD: 'Tarjeta', GIFT_CARD: 'Tarjeta regalo', ACH: 'Cuenta bancaria' },
  anotherCard: 'Otra tarjeta',
  wallets: 'Pago exprés',
  payWithWallet: 'Pagar con {wallet}',
  walletOr: 'o pagar de otra forma',
  walletFailed: 'No se pudo abrir {wallet}. Inténtelo de nuevo o pague de otra forma.',
  simulatedWallet: {
    title: '{wallet} (prueba)',
    text: 'Esta cartera de prueba sustituye a {wallet}. No se carga ninguna tarjeta real.',
  },
  simulatedCards: {
    APPROVED: 'Tarjeta de prueba: aprobada',
    DECLINED: 'Tarjeta de prueba: rechazada',
    WITHOUT_DEVICE: 'Tarjeta de prueba sin dispositivo: con autenticación',
  },
  simulatedCancel: 'Cancelar',
  savedDetails: 'Guardado',
  validUntil: 'Válida hasta {expiry}',
  cardDetails: 'Datos de la tarjeta',
  acceptedCards: 'Tarjetas aceptadas',
  contact: 'Contacto',
  billingAddress: 'Dirección de facturación',
  optional: 'opcional',
  expiry: 'Caducidad',
  expiryPast: 'Esta tarjeta ha caducado. Compruebe la fecha o use otra tarjeta.',
  monthExample: 'MM',
  yearExample: 'AA',
  codeOnBack: '3 dígitos en el reverso',
  codeOnFront: '4 dígitos en el anverso',
  postcodeHint: 'Su banco puede compararlo con la dirección de su tarjeta.',
  accountTypes: {
    CONSUMER_CHECKING: 'Cuenta corriente personal',
    CONSUMER_SAVINGS: 'Cuenta de ahorro personal',
    CORPORATE_CHECKING: 'Cuenta corriente de empresa',
  },
  achConsent: 'Al continuar, autoriza a {merchant} a cargar este pedido en esta cuenta.',
  choose: 'Elija una opción',
  fields: {
    source: {
      label: 'Forma de pago',
      missing: 'Elija cómo desea pagar.',
      invalid: 'Elija una de las formas de pago que se muestran.',
    },
    cardNumber: {
      label: 'Número de tarjeta',
      missing: 'Introduzca el número de su tarjeta.',
      invalid: 'Este número de tarjeta está incompleto o tiene un error.',
    },
    nameOnCard: {
      label: 'Nombre en la tarjeta',
      missing: 'Introduzca el nombre tal como figura en la tarjeta.',
      invalid: 'Introduzca el nombre tal como figura en la tarjeta.',
    },
    expiryMonth: {
      label: 'Mes de caducidad',
      missing: 'Introduzca la caducidad de la tarjeta.',
      invalid: 'Introduzca el mes con dos dígitos, del 01 al 12.',
    },
    expiryYear: {
      label: 'Año de caducidad',
      missing: 'Introduzca el año en que caduca la tarjeta.',
      invalid: 'Introduzca los dos últimos dígitos del año.',
    },
    securityCode: {
      label: 'Código de seguridad',
      missing: 'Introduzca el código de seguridad de su tarjeta.',
      invalid: 'Este código de seguridad está incompleto.',
    },
    giftCardNumber: {
      label: 'Número de la tarjeta regalo',
      missing: 'Introduzca el número de su tarjeta regalo.',
      invalid: 'Este número está incompleto o tiene un error.',
    },
    giftCardPin: {
      label: 'PIN',
      missing: 'Introduzca el PIN de su tarjeta regalo.',
      invalid: 'Un PIN tiene de 4 a 8 dígitos.',
    },
    achAccountType: {
      label: 'Tipo de cuenta',
      missing: 'Elija el tipo de su cuenta.',
      invalid: 'Elija el tipo de su cuenta.',
    },
    achAccountHolder: {
      label: 'Titular de la cuenta',
      missing: 'Introduzca el nombre del titular de la cuenta.',
      invalid: 'Introduzca el nombre que conoce su banco, con 28 caracteres como máximo.',
    },
    achAccountNumber: {
      label: 'Número de cuenta',
      missing: 'Introduzca su número de cuenta.',
      invalid: 'Un número de cuenta tiene como máximo 17 letras y dígitos.',
    },
    achAccountNumberAgain: {
      label: 'Repita el número de cuenta',
      missing: 'Introduzca su número de cuenta por segunda vez.',
      invalid: 'Los dos números de cuenta no coinciden.',
    },
    achRoutingNumber: {
      label: 'Número de ruta',
      missing: 'Introduzca el número de ruta de su banco.',
      invalid: 'Un número de ruta tiene 9 dígitos.',
    },
    bankIdentifier: {
      label: 'Código del banco',
      missing: 'Introduzca el código de su banco.',
      invalid: 'El código de un banco tiene 8 cifras.',
    },
    email: {
      label: 'Correo electrónico',
      missing: 'Introduzca su correo electrónico.',
      invalid: 'Este correo electrónico está incompleto.',
    },
    billingStreet: {
      label: 'Calle y número',
      missing: 'Introduzca su calle y número.',
      invalid: 'Introduzca 100 caracteres como máximo.',
    },
    billingStreet2: {
      label: 'Piso, puerta',
      missing: 'Introduzca su piso o puerta.',
      invalid: 'Introduzca 100 caracteres como máximo.',
    },
    billingCity: {
      label: 'Ciudad',
      missing: 'Introduzca su ciudad.',
      invalid: 'Introduzca 100 caracteres como máximo.',
    },
    billingStateProvince: {
      label: 'Estado o provincia',
      missing: 'Introduzca su estado o provincia.',
      invalid: 'Introduzca 20 caracteres como máximo.',
    },
    billingPostcodeZip: {
      label: 'Código postal',
      missing: 'Introduzca su código postal.',
      invalid: 'Introduzca 10 letras y dígitos como máximo.',
    },
    billingCountry: {
      label: 'País',
      missing: 'Elija su país.',
      invalid: 'Elija un país de la lista.',
    },
  },

  pleaseCheck: 'Compruebe estos datos, por favor',
  errorTitle: 'Error: {title}',
  declinedTitle: 'Su pago no se ha realizado',
  declined: {
    AUTHENTICATION_FAILED: 'Su banco no pudo confirmar su identidad. Inténtelo de nuevo o use otra tarjeta.',
    CANCELLED_AT_PROVIDER: 'Ha cancelado el pago en {provider}. Puede intentarlo de nuevo o elegir otra forma de pago.',
    UNFINISHED_AT_PROVIDER:
      'El pago en {provider} no se completó. Puede intentarlo de nuevo o elegir otra forma de pago.',
    DECLINED_BY_PROVIDER: '{provider} ha rechazado el pago. Elija otra forma de pago.',
    PROVIDER_UNREACHABLE: 'No se pudo contactar con {provider}. Inténtelo en un momento o elija otra forma de pago.',
    DECLINED: 'Su banco ha rechazado el pago. Pruebe con otra tarjeta o consulte a su banco.',
    CARD_EXPIRED:
      'La tarjeta ha caducado o su fecha de caducidad no es correcta. Compruebe la fecha o pruebe con otra tarjeta.',
    SECURITY_CODE: 'El código de seguridad no es correcto. Introdúzcalo de nuevo, por favor.',
    INSUFFICIENT_FUNDS: 'No hay saldo suficiente en la cuenta. Pruebe con otra tarjeta.',
    TRY_LATER: 'No se ha podido contactar con su banco. Inténtelo de nuevo en un momento, por favor.',
    NOT_SUPPORTED: 'Este tipo de tarjeta no se puede usar aquí. Pruebe con otra.',
    BLOCKED: 'Este pago no se puede aceptar. Pruebe con otra tarjeta o consulte a la tienda.',
    WALLET_REFUSED: 'No se pudieron usar los datos de pago de su cartera. Inténtelo de nuevo o pague de otra forma.',
  },
  attemptsLeft: 'Intentos restantes: {count}',
  lastAttempt: 'Este es su último intento.',

  questions: '¿Preguntas sobre su pedido?',
  service: 'Pagos con Tollgate',

  wait: {
    title: 'Su pago se está procesando',
    text: 'Tarda unos segundos. Mantenga esta página abierta y no pague otra vez, por favor.',
  },
  waitAtProvider: {
    title: '{provider} sigue tramitando su pago',
    text: 'No hace falta esperar: se avisará a la tienda en cuanto se complete el pago. No vuelva a pagar.',
  },
  checkAgain: 'Comprobar de nuevo',
  unfinished: {
    title: 'Su pago en {provider} no se ha completado',
    text: 'Siga donde lo dejó o elija otra forma de pago. No se le cobrará dos veces.',
  },
  continueAt: 'Continuar en {provider}',
  anotherWay: 'Elegir otra forma de pago',
  leave: { title: 'Le llevamos a {provider}', text: 'Un momento…' },

  challenge: {
    title: 'Confirme su identidad',
    text: 'Siga las instrucciones de su banco a continuación. Después el pago continúa automáticamente.',
  },
  challengeFrame: 'La página de su banco',
  challengeBegin: 'Mostrar la página de mi banco',
  challengeDone: '¿Ha terminado con su banco y no pasa nada?',
  challenged: { title: 'Gracias', text: 'Su banco ha recibido su respuesta. El pago continúa ahora.' },

  receipt: {
    PAID: { title: 'Pago realizado', text: 'Gracias. {merchant} ha recibido su pago.' },
    AUTHORIZED: {
      title: 'Pago confirmado',
      text: 'Gracias. {merchant} cobrará el importe cuando prepare su pedido.',
    },
    VERIFIED: { title: 'Tarjeta verificada', text: 'Gracias. No se ha cobrado nada.' },
    KEPT: { title: 'Datos guardados', text: 'Gracias. No se ha cobrado nada.' },
    FAILED: {
      title: 'Pago no realizado',
      text: 'Ninguno de los intentos ha funcionado. Póngase en contacto con {merchant} o empiece de nuevo en la tienda.',
    },
  },
  receiptAmount: 'Importe',
  receiptMerchant: 'Comercio',
  receiptTransaction: 'Transacción',
  receiptTime: 'Fecha',
  receiptSource: 'Forma de pago',
  print: 'Imprimir el recibo',
  back: 'Volver a {merchant}',
  backPlain: 'Volver a la tienda',

  paymentLinkMail: {
    title: 'Solicitud de pago de {merchant}',
    text: '{merchant} le pide que pague en línea.',
    openAmount: 'Usted introduce el importe en la página de pago.',
    purpose: 'Concepto',
    until: 'El enlace se puede pagar hasta el {time}.',
    pay: 'Abra este enlace para pagar:',
    message: '{merchant} escribe:',
    unexpected: 'Si no conoce a {merchant} o no espera esta solicitud, ignore este mensaje.',
  },

  notice: {
    PAYMENT_LINK_LOCKED: {
      title: 'Hay un pago en curso',
      text: 'Se está procesando otro pago con este enlace. Vuelva a cargar esta página en un momento.',
    },
    PAYMENT_LINK_DISABLED: {
      title: 'Este enlace de pago está cerrado',
      text: 'El comercio ya no acepta pagos con este enlace. Póngase en contacto con el comercio.',
    },
    PAYMENT_LINK_EXHAUSTED: {
      title: 'No quedan intentos',
      text: 'Han fallado demasiados pagos con este enlace. Pida otro enlace al comercio.',
    },
    PAYMENT_LINK_EXPIRED: {
      title: 'Este enlace de pago ha caducado',
      text: 'Ya no se puede utilizar. Pida otro enlace al comercio.',
    },
    PAYMENT_LINK_PAID: {
      title: 'Este enlace de pago ya se ha pagado',
      text: 'Aquí no hay nada más que pagar. Puede cerrar esta página.',
    },
    RETURNED_PAID: { title: 'Pago realizado', text: 'Su pago se ha realizado. Se ha avisado a la tienda.' },
    RETURNED_UNPAID: {
      title: 'El pago no se ha realizado',
      text: 'No se ha cobrado nada. Vuelva a la tienda para intentarlo de nuevo.',
    },
    RETURNED_OPEN: {
      title: 'Su pago se está tramitando',
      text: 'Todavía no se conoce el resultado. Se avisará a la tienda; no vuelva a pagar.',
    },
    UNKNOWN: {
      title: 'Pago no encontrado',
      text: 'El enlace está incompleto o ya no es válido. Vuelva a la tienda y empiece de nuevo, por favor.',
    },
    EXPIRED: {
      title: 'El tiempo para pagar ha terminado',
      text: 'Por su seguridad, esta página se ha cerrado. Vuelva a la tienda y empiece de nuevo, por favor.',
    },
    CANCELLED: { title: 'Pago cancelado', text: 'Puede cerrar esta página o volver a la tienda.' },
    NOT_HERE: {
      title: 'Esta página no se puede mostrar aquí',
      text: 'El sitio de la tienda no está configurado para integrar la página de pago. Ábrala en una ventana aparte, por favor.',
    },
    BROKEN: {
      title: 'Se ha producido un error',
      text: 'Inténtelo de nuevo en un momento, por favor. Si estaba pagando, consulte a la tienda antes de pagar otra vez.',
    },
    OVERLOADED: {
      title: 'Inténtelo de nuevo en un momento',
      text: 'En este momento no se pueden aceptar pagos. Espere unos segundos y vuelva a cargar esta página.',
    },
  },

  handOver: { title: 'Volviendo a {merchant}', text: 'Un momento…' },
  goOn: 'Continuar',
}
