// German.
import type { CheckoutTexts } from './checkout-texts.ts'

export const de: CheckoutTexts = {
  sandbox: 'Testmodus: Es findet keine echte Zahlung statt.',

  payTo: 'Zahlung an {merchant}',
  verifyFor: 'Kartenprüfung für {merchant}',
  keepFor: 'Ihre Zahlungsdaten für {merchant}',
  pay: '{amount} bezahlen',
  continueTo: 'Weiter zu {provider}',
  noteProvider: 'Sie bezahlen auf der Seite von {provider} und kommen danach hierher zurück.',
  payPlain: 'Jetzt bezahlen',
  verify: 'Karte prüfen',
  keep: 'Speichern und weiter',
  sending: 'Einen Moment…',
  noteAuthorize: 'Der Betrag wird jetzt reserviert und abgebucht, sobald {merchant} Ihre Bestellung ausführt.',
  noteVerify: 'Es wird nichts abgebucht. Ihre Bank prüft nur die Angaben.',
  noteKeep: 'Es wird jetzt nichts abgebucht.',
  secure: 'Verschlüsselt. {merchant} sieht Ihre vollständigen Zahlungsdaten nie.',
  cancel: 'Abbrechen und zurück zu {merchant}',
  cancelOnly: 'Zahlung abbrechen',
  timeLeft: 'Verbleibende Zeit: {time}',
  timeLeftSpoken: 'Diese Seite schließt in {seconds} Sekunden.',

  enterAmount: {
    label: 'Betrag ({currency})',
    atLeast: 'Mindestens {min}',
    atMost: 'Höchstens {max}',
    between: 'Von {min} bis {max}',
    MISSING: 'Geben Sie den Betrag ein.',
    INVALID: 'Geben Sie den Betrag wie {example} ein, ohne Tausendertrennzeichen.',
    TOO_SMALL: 'Der Betrag muss mindestens {min} sein.',
    TOO_LARGE: 'Der Betrag darf höchstens {max} sein.',
  },

  orderSummary: 'Ihre Bestellung',
  order: 'Bestellung',
  reference: 'Referenz',
  quantity: 'Menge: {quantity}',
  tax: 'Steuer',
  shipping: 'Versand',
  discount: 'Rabatt',
  total: 'Gesamtbetrag',
  deliverTo: 'Lieferung an',

  paymentMethod: 'Zahlungsart',
  sources: { CARD: 'Karte', GIFT_CARD: 'Geschenk\u00adkarte', ACH: 'Bankkonto' },
  anotherCard: 'Andere Karte',
  wallets: 'Schnell bezahlen',
  payWithWallet: 'Mit {wallet} bezahlen',
  walletOr: 'oder anders bezahlen',
  walletFailed: '{wallet} konnte nicht geöffnet werden. Versuchen Sie es erneut oder bezahlen Sie anders.',
  simulatedWallet: {
    title: '{wallet} (Test)',
    text: 'Diese Test-Wallet steht für {wallet}. Es wird keine echte Karte belastet.',
  },
  simulatedCards: {
    APPROVED: 'Testkarte: genehmigt',
    DECLINED: 'Testkarte: abgelehnt',
    WITHOUT_DEVICE: 'Testkarte ohne Gerät: mit Authentifizierung',
  },
  simulatedCancel: 'Abbrechen',
  savedDetails: 'Gespeichert',
  validUntil: 'Gültig bis {expiry}',
  cardDetails: 'Kartendaten',
  acceptedCards: 'Akzeptierte Karten',
  contact: 'Kontakt',
  billingAddress: 'Rechnungsadresse',
  optional: 'optional',
  expiry: 'Gültig bis',
  expiryPast: 'Diese Karte ist abgelaufen. Prüfen Sie das Datum oder verwenden Sie eine andere Karte.',
  monthExample: 'MM',
  yearExample: 'JJ',
  codeOnBack: '3 Ziffern auf der Rückseite',
  codeOnFront: '4 Ziffern auf der Vorderseite',
  postcodeHint: 'Ihre Bank vergleicht sie gegebenenfalls mit der Adresse Ihrer Karte.',
  accountTypes: {
    CONSUMER_CHECKING: 'Privates Girokonto',
    CONSUMER_SAVINGS: 'Privates Sparkonto',
    CORPORATE_CHECKING: 'Geschäftskonto',
  },
  achConsent: 'Damit erlauben Sie {merchant}, den Betrag dieser Bestellung von diesem Konto einzuziehen.',
  choose: 'Bitte wählen',
  fields: {
    source: {
      label: 'Zahlungsart',
      missing: 'Wählen Sie, wie Sie bezahlen möchten.',
      invalid: 'Wählen Sie eine der angebotenen Zahlungsarten.',
    },
    cardNumber: {
      label: 'Kartennummer',
      missing: 'Geben Sie Ihre Kartennummer ein.',
      invalid: 'Diese Kartennummer ist unvollständig oder enthält einen Tippfehler.',
    },
    nameOnCard: {
      label: 'Name auf der Karte',
      missing: 'Geben Sie den Namen ein, wie er auf der Karte steht.',
      invalid: 'Geben Sie den Namen ein, wie er auf der Karte steht.',
    },
    expiryMonth: {
      label: 'Ablaufmonat',
      missing: 'Geben Sie ein, bis wann die Karte gültig ist.',
      invalid: 'Geben Sie den Monat mit zwei Ziffern ein, von 01 bis 12.',
    },
    expiryYear: {
      label: 'Ablaufjahr',
      missing: 'Geben Sie das Jahr ein, in dem die Karte abläuft.',
      invalid: 'Geben Sie die letzten zwei Ziffern des Jahres ein.',
    },
    securityCode: {
      label: 'Prüfnummer',
      missing: 'Geben Sie die Prüfnummer Ihrer Karte ein.',
      invalid: 'Diese Prüfnummer ist unvollständig.',
    },
    giftCardNumber: {
      label: 'Nummer der Geschenkkarte',
      missing: 'Geben Sie die Nummer Ihrer Geschenkkarte ein.',
      invalid: 'Diese Nummer ist unvollständig oder enthält einen Tippfehler.',
    },
    giftCardPin: {
      label: 'PIN',
      missing: 'Geben Sie die PIN Ihrer Geschenkkarte ein.',
      invalid: 'Eine PIN hat 4 bis 8 Ziffern.',
    },
    achAccountType: {
      label: 'Kontoart',
      missing: 'Wählen Sie die Art Ihres Kontos.',
      invalid: 'Wählen Sie die Art Ihres Kontos.',
    },
    achAccountHolder: {
      label: 'Kontoinhaber',
      missing: 'Geben Sie den Namen des Kontoinhabers ein.',
      invalid: 'Geben Sie den Namen ein, wie Ihre Bank ihn führt, mit höchstens 28 Zeichen.',
    },
    achAccountNumber: {
      label: 'Kontonummer',
      missing: 'Geben Sie Ihre Kontonummer ein.',
      invalid: 'Eine Kontonummer hat höchstens 17 Buchstaben und Ziffern.',
    },
    achAccountNumberAgain: {
      label: 'Kontonummer wiederholen',
      missing: 'Geben Sie Ihre Kontonummer ein zweites Mal ein.',
      invalid: 'Die beiden Kontonummern stimmen nicht überein.',
    },
    achRoutingNumber: {
      label: 'Bankleitzahl (Routing Number)',
      missing: 'Geben Sie die Routing Number Ihrer Bank ein.',
      invalid: 'Eine Routing Number hat 9 Ziffern.',
    },
    bankIdentifier: {
      label: 'Bankleitzahl',
      missing: 'Geben Sie die Bankleitzahl Ihrer Bank ein.',
      invalid: 'Eine Bankleitzahl hat 8 Ziffern.',
    },
    email: {
      label: 'E-Mail',
      missing: 'Geben Sie Ihre E-Mail-Adresse ein.',
      invalid: 'Diese E-Mail-Adresse ist unvollständig.',
    },
    billingStreet: {
      label: 'Straße und Hausnummer',
      missing: 'Geben Sie Straße und Hausnummer ein.',
      invalid: 'Geben Sie höchstens 100 Zeichen ein.',
    },
    billingStreet2: {
      label: 'Adresszusatz',
      missing: 'Geben Sie den Adresszusatz ein.',
      invalid: 'Geben Sie höchstens 100 Zeichen ein.',
    },
    billingCity: {
      label: 'Ort',
      missing: 'Geben Sie Ihren Ort ein.',
      invalid: 'Geben Sie höchstens 100 Zeichen ein.',
    },
    billingStateProvince: {
      label: 'Bundesland',
      missing: 'Geben Sie Ihr Bundesland ein.',
      invalid: 'Geben Sie höchstens 20 Zeichen ein.',
    },
    billingPostcodeZip: {
      label: 'Postleitzahl',
      missing: 'Geben Sie Ihre Postleitzahl ein.',
      invalid: 'Geben Sie höchstens 10 Buchstaben und Ziffern ein.',
    },
    billingCountry: {
      label: 'Land',
      missing: 'Wählen Sie Ihr Land.',
      invalid: 'Wählen Sie ein Land aus der Liste.',
    },
  },

  pleaseCheck: 'Bitte prüfen Sie diese Angaben',
  errorTitle: 'Fehler: {title}',
  declinedTitle: 'Ihre Zahlung wurde nicht ausgeführt',
  declined: {
    AUTHENTICATION_FAILED:
      'Ihre Bank konnte Ihre Identität nicht bestätigen. Versuchen Sie es noch einmal oder verwenden Sie eine andere Karte.',
    CANCELLED_AT_PROVIDER:
      'Sie haben die Zahlung bei {provider} abgebrochen. Versuchen Sie es noch einmal oder wählen Sie eine andere Zahlungsart.',
    UNFINISHED_AT_PROVIDER:
      'Die Zahlung bei {provider} wurde nicht abgeschlossen. Versuchen Sie es noch einmal oder wählen Sie eine andere Zahlungsart.',
    DECLINED_BY_PROVIDER: '{provider} hat die Zahlung abgelehnt. Wählen Sie eine andere Zahlungsart.',
    PROVIDER_UNREACHABLE:
      '{provider} war nicht zu erreichen. Versuchen Sie es gleich noch einmal oder wählen Sie eine andere Zahlungsart.',
    DECLINED:
      'Ihre Bank hat die Zahlung abgelehnt. Versuchen Sie es mit einer anderen Karte oder fragen Sie Ihre Bank.',
    CARD_EXPIRED:
      'Die Karte ist abgelaufen, oder ihr Ablaufdatum stimmt nicht. Prüfen Sie das Datum oder verwenden Sie eine andere Karte.',
    SECURITY_CODE: 'Die Prüfnummer stimmt nicht. Bitte geben Sie sie noch einmal ein.',
    INSUFFICIENT_FUNDS: 'Das Konto ist nicht ausreichend gedeckt. Versuchen Sie es mit einer anderen Karte.',
    TRY_LATER: 'Ihre Bank war nicht zu erreichen. Bitte versuchen Sie es gleich noch einmal.',
    NOT_SUPPORTED: 'Diese Kartenart kann hier nicht verwendet werden. Versuchen Sie es mit einer anderen.',
    BLOCKED:
      'Diese Zahlung kann nicht angenommen werden. Versuchen Sie es mit einer anderen Karte oder wenden Sie sich an den Händler.',
    WALLET_REFUSED:
      'Die Zahlungsdaten Ihrer Wallet konnten nicht verwendet werden. Versuchen Sie es erneut oder bezahlen Sie anders.',
  },
  attemptsLeft: 'Verbleibende Versuche: {count}',
  lastAttempt: 'Dies ist Ihr letzter Versuch.',

  questions: 'Fragen zu Ihrer Bestellung?',
  service: 'Zahlung über Tollgate',

  wait: {
    title: 'Ihre Zahlung wird ausgeführt',
    text: 'Das dauert einige Sekunden. Bitte lassen Sie diese Seite offen und bezahlen Sie nicht noch einmal.',
  },
  waitAtProvider: {
    title: '{provider} bearbeitet Ihre Zahlung noch',
    text: 'Sie müssen nicht warten: Der Shop wird benachrichtigt, sobald die Zahlung abgeschlossen ist. Bitte bezahlen Sie nicht noch einmal.',
  },
  checkAgain: 'Erneut prüfen',
  unfinished: {
    title: 'Ihre Zahlung bei {provider} ist nicht abgeschlossen',
    text: 'Setzen Sie die Zahlung dort fort oder wählen Sie eine andere Zahlungsart. Es wird nichts doppelt abgebucht.',
  },
  continueAt: 'Weiter bei {provider}',
  anotherWay: 'Andere Zahlungsart wählen',
  leave: { title: 'Sie werden zu {provider} weitergeleitet', text: 'Einen Moment…' },

  challenge: {
    title: 'Bestätigen Sie Ihre Identität',
    text: 'Folgen Sie unten den Anweisungen Ihrer Bank. Danach wird die Zahlung automatisch fortgesetzt.',
  },
  challengeFrame: 'Die Seite Ihrer Bank',
  challengeBegin: 'Seite meiner Bank anzeigen',
  challengeDone: 'Bei der Bank fertig, aber nichts passiert?',
  challenged: {
    title: 'Vielen Dank',
    text: 'Ihre Bank hat Ihre Antwort erhalten. Ihre Zahlung wird jetzt fortgesetzt.',
  },

  receipt: {
    PAID: { title: 'Zahlung erfolgt', text: 'Vielen Dank. {merchant} hat Ihre Zahlung erhalten.' },
    AUTHORIZED: {
      title: 'Zahlung bestätigt',
      text: 'Vielen Dank. {merchant} bucht den Betrag ab, sobald Ihre Bestellung ausgeführt wird.',
    },
    VERIFIED: { title: 'Karte geprüft', text: 'Vielen Dank. Es wurde nichts abgebucht.' },
    KEPT: { title: 'Angaben gespeichert', text: 'Vielen Dank. Es wurde nichts abgebucht.' },
    FAILED: {
      title: 'Zahlung nicht abgeschlossen',
      text: 'Keiner der Versuche war erfolgreich. Bitte wenden Sie sich an {merchant} oder beginnen Sie im Shop von vorn.',
    },
  },
  receiptAmount: 'Betrag',
  receiptMerchant: 'Händler',
  receiptTransaction: 'Transaktion',
  receiptTime: 'Datum',
  receiptSource: 'Zahlungsart',
  print: 'Beleg drucken',
  back: 'Zurück zu {merchant}',
  backPlain: 'Zurück zum Shop',

  paymentLinkMail: {
    title: 'Zahlungsaufforderung von {merchant}',
    text: '{merchant} bittet Sie, online zu bezahlen.',
    openAmount: 'Den Betrag geben Sie auf der Zahlungsseite ein.',
    purpose: 'Für',
    until: 'Der Link kann bis {time} bezahlt werden.',
    pay: 'Öffnen Sie zum Bezahlen diesen Link:',
    message: '{merchant} schreibt:',
    unexpected: 'Wenn Sie {merchant} nicht kennen oder diese Aufforderung nicht erwarten, ignorieren Sie diese E-Mail.',
  },

  notice: {
    PAYMENT_LINK_LOCKED: {
      title: 'Eine Zahlung läuft gerade',
      text: 'Eine andere Zahlung über diesen Link wird gerade verarbeitet. Laden Sie diese Seite gleich neu.',
    },
    PAYMENT_LINK_DISABLED: {
      title: 'Dieser Zahlungslink ist geschlossen',
      text: 'Der Händler nimmt über diesen Link keine Zahlungen mehr an. Bitte wenden Sie sich an den Händler.',
    },
    PAYMENT_LINK_EXHAUSTED: {
      title: 'Keine weiteren Versuche',
      text: 'Zu viele Zahlungen über diesen Link sind fehlgeschlagen. Bitten Sie den Händler um einen neuen Link.',
    },
    PAYMENT_LINK_EXPIRED: {
      title: 'Dieser Zahlungslink ist abgelaufen',
      text: 'Er kann nicht mehr verwendet werden. Bitten Sie den Händler um einen neuen Link.',
    },
    PAYMENT_LINK_PAID: {
      title: 'Dieser Zahlungslink wurde bezahlt',
      text: 'Hier ist nichts mehr zu bezahlen. Sie können diese Seite schließen.',
    },
    RETURNED_PAID: {
      title: 'Zahlung abgeschlossen',
      text: 'Ihre Zahlung war erfolgreich. Der Shop wurde benachrichtigt.',
    },
    RETURNED_UNPAID: {
      title: 'Zahlung nicht abgeschlossen',
      text: 'Es wurde nichts abgebucht. Bitte kehren Sie zum Shop zurück und versuchen Sie es dort noch einmal.',
    },
    RETURNED_OPEN: {
      title: 'Ihre Zahlung wird bearbeitet',
      text: 'Das Ergebnis steht noch nicht fest. Der Shop wird benachrichtigt; bitte bezahlen Sie nicht noch einmal.',
    },
    UNKNOWN: {
      title: 'Zahlung nicht gefunden',
      text: 'Der Link ist unvollständig oder nicht mehr gültig. Bitte beginnen Sie im Shop von vorn.',
    },
    EXPIRED: {
      title: 'Die Zeit zum Bezahlen ist abgelaufen',
      text: 'Zu Ihrer Sicherheit wurde diese Seite geschlossen. Bitte beginnen Sie im Shop von vorn.',
    },
    CANCELLED: { title: 'Zahlung abgebrochen', text: 'Sie können diese Seite schließen oder zum Shop zurückkehren.' },
    NOT_HERE: {
      title: 'Diese Seite kann hier nicht angezeigt werden',
      text: 'Die Website des Shops ist nicht dafür eingerichtet, die Zahlungsseite einzubetten. Bitte öffnen Sie sie in einem eigenen Fenster.',
    },
    BROKEN: {
      title: 'Es ist ein Fehler aufgetreten',
      text: 'Bitte versuchen Sie es gleich noch einmal. Wenn Sie gerade bezahlt haben, fragen Sie beim Shop nach, bevor Sie erneut bezahlen.',
    },
    OVERLOADED: {
      title: 'Bitte versuchen Sie es gleich noch einmal',
      text: 'Zahlungen sind im Moment nicht möglich. Warten Sie einige Sekunden und laden Sie diese Seite dann neu.',
    },
  },

  handOver: { title: 'Zurück zu {merchant}', text: 'Einen Moment…' },
  goOn: 'Weiter',
}
