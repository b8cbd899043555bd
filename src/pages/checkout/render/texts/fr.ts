// French.
import type { CheckoutTexts } from './checkout-texts.ts'

export const fr: CheckoutTexts = {
  sandbox: 'Mode test : aucun paiement réel n’est effectué.',

  payTo: 'Paiement à {merchant}',
  verifyFor: 'Vérification de votre carte pour {merchant}',
  keepFor: 'Vos coordonnées de paiement pour {merchant}',
  pay: 'Payer {amount}',
  continueTo: 'Continuer vers {provider}',
  noteProvider: 'Vous payez sur le site de {provider}, puis revenez ici.',
  payPlain: 'Payer maintenant',
  verify: 'Vérifier la carte',
  keep: 'Enregistrer et continuer',
  sending: 'Un instant…',
  noteAuthorize: 'Le montant est réservé maintenant et débité lorsque {merchant} traite votre commande.',
  noteVerify: 'Rien n’est débité. Votre banque vérifie seulement les informations.',
  noteKeep: 'Rien n’est débité pour le moment.',
  secure: 'Connexion chiffrée. {merchant} ne voit jamais vos coordonnées de paiement complètes.',
  cancel: 'Annuler et retourner chez {merchant}',
  cancelOnly: 'Annuler le paiement',
  timeLeft: 'Temps restant : {time}',
  timeLeftSpoken: 'Cette page se ferme dans {seconds} secondes.',

  enterAmount: {
    label: 'Montant ({currency})',
    atLeast: 'Au moins {min}',
    atMost: 'Au plus {max}',
    between: 'De {min} à {max}',
    MISSING: 'Saisissez le montant.',
    INVALID: 'Saisissez le montant comme {example}, sans séparateur de milliers.',
    TOO_SMALL: 'Le montant doit être d’au moins {min}.',
    TOO_LARGE: 'Le montant doit être d’au plus {max}.',
  },

  orderSummary: 'Récapitulatif de la commande',
  order: 'Commande',
  reference: 'Référence',
  quantity: 'Quantité : {quantity}',
  tax: 'Taxes',
  shipping: 'Livraison',
  discount: 'Remise',
  total: 'Total',
  deliverTo: 'Livraison à',

  paymentMethod: 'Moyen de paiement',
  sources: { CARD: 'Carte', GIFT_CARD: 'Carte cadeau', ACH: 'Compte bancaire' },
  anotherCard: 'Autre carte',
  wallets: 'Paiement express',
  payWithWallet: 'Payer avec {wallet}',
  walletOr: 'ou payer autrement',
  walletFailed: 'Impossible d’ouvrir {wallet}. Réessayez ou payez autrement.',
  simulatedWallet: {
    title: '{wallet} (test)',
    text: 'Ce portefeuille de test remplace {wallet}. Aucune carte réelle n’est débitée.',
  },
  simulatedCards: {
    APPROVED: 'Carte de test : acceptée',
    DECLINED: 'Carte de test : refusée',
    WITHOUT_DEVICE: 'Carte de test sans appareil : avec authentification',
  },
  simulatedCancel: 'Annuler',
  savedDetails: 'Enregistré',
  validUntil: 'Valable jusqu’au {expiry}',
  cardDetails: 'Informations de la carte',
  acceptedCards: 'Cartes acceptées',
  contact: 'Contact',
  billingAddress: 'Adresse de facturation',
  optional: 'facultatif',
  expiry: 'Date d’expiration',
  expiryPast: 'Cette carte a expiré. Vérifiez la date ou utilisez une autre carte.',
  monthExample: 'MM',
  yearExample: 'AA',
  codeOnBack: '3 chiffres au dos',
  codeOnFront: '4 chiffres au recto',
  postcodeHint: 'Votre banque peut le comparer à l’adresse de votre carte.',
  accountTypes: {
    CONSUMER_CHECKING: 'Compte courant personnel',
    CONSUMER_SAVINGS: 'Compte d’épargne personnel',
    CORPORATE_CHECKING: 'Compte courant professionnel',
  },
  achConsent: 'En continuant, vous autorisez {merchant} à débiter ce compte pour cette commande.',
  choose: 'Veuillez choisir',
  fields: {
    source: {
      label: 'Moyen de paiement',
      missing: 'Choisissez comment vous souhaitez payer.',
      invalid: 'Choisissez l’un des moyens de paiement proposés.',
    },
    cardNumber: {
      label: 'Numéro de carte',
      missing: 'Saisissez le numéro de votre carte.',
      invalid: 'Ce numéro de carte est incomplet ou contient une erreur de saisie.',
    },
    nameOnCard: {
      label: 'Nom sur la carte',
      missing: 'Saisissez le nom tel qu’il figure sur la carte.',
      invalid: 'Saisissez le nom tel qu’il figure sur la carte.',
    },
    expiryMonth: {
      label: 'Mois d’expiration',
      missing: 'Saisissez la date d’expiration de la carte.',
      invalid: 'Saisissez le mois en deux chiffres, de 01 à 12.',
    },
    expiryYear: {
      label: 'Année d’expiration',
      missing: 'Saisissez l’année d’expiration de la carte.',
      invalid: 'Saisissez les deux derniers chiffres de l’année.',
    },
    securityCode: {
      label: 'Code de sécurité',
      missing: 'Saisissez le code de sécurité de votre carte.',
      invalid: 'Ce code de sécurité est incomplet.',
    },
    giftCardNumber: {
      label: 'Numéro de la carte cadeau',
      missing: 'Saisissez le numéro de votre carte cadeau.',
      invalid: 'Ce numéro est incomplet ou contient une erreur de saisie.',
    },
    giftCardPin: {
      label: 'Code PIN',
      missing: 'Saisissez le code PIN de votre carte cadeau.',
      invalid: 'Un code PIN comporte de 4 à 8 chiffres.',
    },
    achAccountType: {
      label: 'Type de compte',
      missing: 'Choisissez le type de votre compte.',
      invalid: 'Choisissez le type de votre compte.',
    },
    achAccountHolder: {
      label: 'Titulaire du compte',
      missing: 'Saisissez le nom du titulaire du compte.',
      invalid: 'Saisissez le nom connu de votre banque, en 28 caractères au plus.',
    },
    achAccountNumber: {
      label: 'Numéro de compte',
      missing: 'Saisissez votre numéro de compte.',
      invalid: 'Un numéro de compte comporte au plus 17 lettres et chiffres.',
    },
    achAccountNumberAgain: {
      label: 'Confirmer le numéro de compte',
      missing: 'Saisissez votre numéro de compte une seconde fois.',
      invalid: 'Les deux numéros de compte ne sont pas identiques.',
    },
    achRoutingNumber: {
      label: 'Numéro d’acheminement',
      missing: 'Saisissez le numéro d’acheminement de votre banque.',
      invalid: 'Un numéro d’acheminement comporte 9 chiffres.',
    },
    bankIdentifier: {
      label: 'Code de la banque',
      missing: 'Saisissez le code de votre banque.',
      invalid: 'Le code d’une banque a 8 chiffres.',
    },
    email: {
      label: 'E-mail',
      missing: 'Saisissez votre adresse e-mail.',
      invalid: 'Cette adresse e-mail est incomplète.',
    },
    billingStreet: {
      label: 'Numéro et rue',
      missing: 'Saisissez votre numéro et votre rue.',
      invalid: 'Saisissez 100 caractères au plus.',
    },
    billingStreet2: {
      label: 'Complément d’adresse',
      missing: 'Saisissez le complément d’adresse.',
      invalid: 'Saisissez 100 caractères au plus.',
    },
    billingCity: {
      label: 'Ville',
      missing: 'Saisissez votre ville.',
      invalid: 'Saisissez 100 caractères au plus.',
    },
    billingStateProvince: {
      label: 'Région ou province',
      missing: 'Saisissez votre région ou province.',
      invalid: 'Saisissez 20 caractères au plus.',
    },
    billingPostcodeZip: {
      label: 'Code postal',
      missing: 'Saisissez votre code postal.',
      invalid: 'Saisissez 10 lettres et chiffres au plus.',
    },
    billingCountry: {
      label: 'Pays',
      missing: 'Choisissez votre pays.',
      invalid: 'Choisissez un pays de la liste.',
    },
  },

  pleaseCheck: 'Veuillez vérifier ces informations',
  errorTitle: 'Erreur : {title}',
  declinedTitle: 'Votre paiement n’a pas abouti',
  declined: {
    AUTHENTICATION_FAILED: 'Votre banque n’a pas pu confirmer votre identité. Réessayez ou utilisez une autre carte.',
    CANCELLED_AT_PROVIDER:
      'Vous avez annulé le paiement chez {provider}. Réessayez ou choisissez un autre moyen de paiement.',
    UNFINISHED_AT_PROVIDER:
      'Le paiement chez {provider} n’a pas été terminé. Réessayez ou choisissez un autre moyen de paiement.',
    DECLINED_BY_PROVIDER: '{provider} a refusé le paiement. Choisissez un autre moyen de paiement.',
    PROVIDER_UNREACHABLE:
      '{provider} n’a pas pu être joint. Réessayez dans un instant ou choisissez un autre moyen de paiement.',
    DECLINED: 'Votre banque a refusé le paiement. Essayez une autre carte ou contactez votre banque.',
    CARD_EXPIRED:
      'La carte a expiré ou sa date d’expiration est inexacte. Vérifiez la date ou essayez une autre carte.',
    SECURITY_CODE: 'Le code de sécurité est inexact. Veuillez le saisir à nouveau.',
    INSUFFICIENT_FUNDS: 'Le solde du compte est insuffisant. Essayez une autre carte.',
    TRY_LATER: 'Votre banque n’a pas pu être jointe. Veuillez réessayer dans un instant.',
    NOT_SUPPORTED: 'Ce type de carte n’est pas accepté ici. Essayez-en une autre.',
    BLOCKED: 'Ce paiement ne peut pas être accepté. Essayez une autre carte ou contactez le marchand.',
    WALLET_REFUSED:
      'Les données de paiement de votre portefeuille n’ont pas pu être utilisées. Réessayez ou payez autrement.',
  },
  attemptsLeft: 'Tentatives restantes : {count}',
  lastAttempt: 'C’est votre dernière tentative.',

  questions: 'Une question sur votre commande ?',
  service: 'Paiement par Tollgate',

  wait: {
    title: 'Votre paiement est en cours',
    text: 'Cela prend quelques secondes. Veuillez garder cette page ouverte et ne pas payer une seconde fois.',
  },
  waitAtProvider: {
    title: '{provider} traite encore votre paiement',
    text: 'Inutile d’attendre : la boutique sera informée dès que le paiement sera terminé. Ne payez pas une deuxième fois.',
  },
  checkAgain: 'Vérifier à nouveau',
  unfinished: {
    title: 'Votre paiement chez {provider} n’est pas terminé',
    text: 'Reprenez où vous en étiez ou choisissez un autre moyen de paiement. Vous ne serez pas débité deux fois.',
  },
  continueAt: 'Continuer chez {provider}',
  anotherWay: 'Choisir un autre moyen de paiement',
  leave: { title: 'Redirection vers {provider}', text: 'Un instant…' },

  challenge: {
    title: 'Confirmez votre identité',
    text: 'Suivez les instructions de votre banque ci-dessous. Le paiement continue ensuite automatiquement.',
  },
  challengeFrame: 'La page de votre banque',
  challengeBegin: 'Afficher la page de ma banque',
  challengeDone: 'Vous avez terminé chez votre banque, mais rien ne se passe ?',
  challenged: { title: 'Merci', text: 'Votre banque a reçu votre réponse. Le paiement continue maintenant.' },

  receipt: {
    PAID: { title: 'Paiement effectué', text: 'Merci. {merchant} a reçu votre paiement.' },
    AUTHORIZED: {
      title: 'Paiement confirmé',
      text: 'Merci. {merchant} débitera le montant lorsque votre commande sera traitée.',
    },
    VERIFIED: { title: 'Carte vérifiée', text: 'Merci. Rien n’a été débité.' },
    KEPT: { title: 'Informations enregistrées', text: 'Merci. Rien n’a été débité.' },
    FAILED: {
      title: 'Paiement non abouti',
      text: 'Aucune des tentatives n’a abouti. Veuillez contacter {merchant} ou recommencer depuis la boutique.',
    },
  },
  receiptAmount: 'Montant',
  receiptMerchant: 'Marchand',
  receiptTransaction: 'Transaction',
  receiptTime: 'Date',
  receiptSource: 'Moyen de paiement',
  print: 'Imprimer le reçu',
  back: 'Retourner chez {merchant}',
  backPlain: 'Retourner à la boutique',

  paymentLinkMail: {
    title: 'Demande de paiement de {merchant}',
    text: '{merchant} vous invite à payer en ligne.',
    openAmount: 'Vous saisissez le montant sur la page de paiement.',
    purpose: 'Objet',
    until: 'Le lien peut être payé jusqu’au {time}.',
    pay: 'Ouvrez ce lien pour payer :',
    message: '{merchant} écrit :',
    unexpected: 'Si vous ne connaissez pas {merchant} ou n’attendez pas cette demande, ignorez cet e-mail.',
  },

  notice: {
    PAYMENT_LINK_LOCKED: {
      title: 'Un paiement est en cours',
      text: 'Un autre paiement par ce lien est en cours de traitement. Rechargez cette page dans un instant.',
    },
    PAYMENT_LINK_DISABLED: {
      title: 'Ce lien de paiement est fermé',
      text: 'Le commerçant n’accepte plus de paiements par ce lien. Veuillez contacter le commerçant.',
    },
    PAYMENT_LINK_EXHAUSTED: {
      title: 'Plus aucune tentative',
      text: 'Trop de paiements par ce lien ont échoué. Demandez un autre lien au commerçant.',
    },
    PAYMENT_LINK_EXPIRED: {
      title: 'Ce lien de paiement a expiré',
      text: 'Il ne peut plus être utilisé. Demandez un autre lien au commerçant.',
    },
    PAYMENT_LINK_PAID: {
      title: 'Ce lien de paiement a été payé',
      text: 'Il n’y a plus rien à payer ici. Vous pouvez fermer cette page.',
    },
    RETURNED_PAID: {
      title: 'Paiement effectué',
      text: 'Votre paiement a été effectué. La boutique en a été informée.',
    },
    RETURNED_UNPAID: {
      title: 'Le paiement n’a pas abouti',
      text: 'Rien n’a été débité. Retournez à la boutique pour réessayer.',
    },
    RETURNED_OPEN: {
      title: 'Votre paiement est en cours',
      text: 'Le résultat n’est pas encore connu. La boutique sera informée ; ne payez pas une deuxième fois.',
    },
    UNKNOWN: {
      title: 'Paiement introuvable',
      text: 'Le lien est incomplet ou n’est plus valable. Veuillez recommencer depuis la boutique.',
    },
    EXPIRED: {
      title: 'Le délai de paiement est dépassé',
      text: 'Pour votre sécurité, cette page a été fermée. Veuillez recommencer depuis la boutique.',
    },
    CANCELLED: { title: 'Paiement annulé', text: 'Vous pouvez fermer cette page ou retourner à la boutique.' },
    NOT_HERE: {
      title: 'Cette page ne peut pas être affichée ici',
      text: 'Le site de la boutique n’est pas configuré pour intégrer la page de paiement. Veuillez l’ouvrir dans une fenêtre séparée.',
    },
    BROKEN: {
      title: 'Une erreur est survenue',
      text: 'Veuillez réessayer dans un instant. Si vous étiez en train de payer, renseignez-vous auprès de la boutique avant de payer à nouveau.',
    },
    OVERLOADED: {
      title: 'Veuillez réessayer dans un instant',
      text: 'Les paiements ne peuvent pas être acceptés pour le moment. Attendez quelques secondes, puis rechargez cette page.',
    },
  },

  handOver: { title: 'Retour chez {merchant}', text: 'Un instant…' },
  goOn: 'Continuer',
}
